import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeText, encodeText } from '../../src/files/text-encoding.js'
import { replaceText } from '../../src/tools/edit/replace.js'
import { fileErrors } from '../../src/tools/file-errors.js'
import { createWorkspace, textOf, type Workspace } from '../scenarios/workspace.js'

let ws: Workspace
beforeEach(() => {
  ws = createWorkspace()
})
afterEach(() => ws.remove())

const open = () => ws.gate({ allowedTools: ['Edit', 'Read'] })
type Gate = ReturnType<typeof open>
const use = async (gate: Gate, name: string, input: object) => {
  const { result, ending } = await gate.call({ id: 't', name, input })
  return { text: textOf(result), ending, result }
}
const at = (path: string) => join(ws.project, path)
const content = (path: string) => readFileSync(at(path), 'utf8')

describe('Read', () => {
  it('shows lines with their numbers, and notes a partial view', async () => {
    ws.write('a.txt', Array.from({ length: 10 }, (_, i) => `line ${i + 1}\n`).join(''))
    const gate = open()
    expect((await use(gate, 'Read', { file_path: 'a.txt' })).text).toMatch(
      /^ {5}1\tline 1\n[\s\S]*10\tline 10$/,
    )
    const { text } = await use(gate, 'Read', { file_path: 'a.txt', offset: 3, limit: 2 })
    expect(text).toBe(
      '     3\tline 3\n     4\tline 4\n\n[PARTIAL view: lines 3 to 4 of 10. Go on with offset 5.]',
    )
    expect((await use(gate, 'Read', { file_path: 'a.txt', offset: 99 })).text).toContain('has 10 lines only')
  })

  it.each<[string, string | Buffer, string, RegExp]>([
    ['a.txt', '', 'completed', /exists and is empty/],
    ['a.bin', Buffer.from([1, 0, 2]), 'failed', /binary/],
    ['a.pdf', '%PDF-1.7\n', 'failed', /PDF/],
    ['a.png', '<!DOCTYPE html><html>', 'completed', /no image in spite of its name.*HTML/],
    ['a.heic', '\0\0\0\x18ftypheic', 'completed', /Convert it to PNG/],
    ['bom.txt', '\ufeffhello', 'completed', /^ {5}1\thello$/],
    ['crlf.txt', 'a\r\nb\r\n', 'completed', /^ {5}1\ta\n {5}2\tb$/],
    ['utf16.txt', Buffer.from('\ufeffhé', 'utf16le'), 'completed', /hé/],
    ['latin.txt', Buffer.from([0x63, 0xe9]), 'completed', /not UTF-8/],
    ['long.txt', 'x'.repeat(5000), 'completed', /3000 more characters/],
  ])('%s: %s', async (path, bytes, ending, expected) => {
    ws.write(path, bytes)
    const read = await use(open(), 'Read', { file_path: path })
    expect(read.ending).toBe(ending)
    expect(read.text).toMatch(expected)
  })

  it('shows an image by what it holds', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    ws.write('picture.dat', png)
    const { result } = await use(open(), 'Read', { file_path: 'picture.dat' })
    expect(result.content).toMatchObject([{ type: 'image', source: { media_type: 'image/png' } }])
  })

  it('opens no device, pipe or folder', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const gate = open()
    for (const file_path of ['/dev/zero', 'pipe', '.'])
      expect((await use(gate, 'Read', { file_path })).ending).toBe('failed')
  })

  it('names a file whose name only looks the same', async () => {
    ws.write('shot 13.05\u202fPM.png', '')
    expect((await use(open(), 'Read', { file_path: 'shot 13.05 PM.png' })).text).toContain('Did you mean')
  })

  it('keeps no more of a million empty lines than it shows', async () => {
    ws.write('empty.txt', '\n'.repeat(1_000_000))
    const { text, ending } = await use(open(), 'Read', { file_path: 'empty.txt', limit: 900_000 })
    expect(ending).toBe('completed')
    expect(text.length).toBeLessThan(70_000)
    expect(text).toMatch(/PARTIAL view: lines 1 to \d+ of 1000000/)
  })

  it('reads a part of a huge file without holding it', async () => {
    execFileSync('bash', ['-c', `seq 1 6000000 > '${at('big.txt')}'`])
    const { text } = await use(open(), 'Read', { file_path: 'big.txt', offset: 5_000_000, limit: 2 })
    expect(text).toContain('5000000\t5000000\n5000001\t5000001')
    expect(text).toContain('of 6000000')
  })
})

describe('Write and Edit', () => {
  const refused = async (input: object, name = 'Edit', prepare?: (gate: Gate) => Promise<unknown>) => {
    const gate = open()
    await prepare?.(gate)
    const { text, ending } = await use(gate, name, input)
    expect(ending).toBe('invalid')
    return Number(/errorCode: (\d+)/.exec(text)![1])
  }
  const edit = (old_string: string, new_string: string, more = {}) => ({
    file_path: 'a.txt',
    old_string,
    new_string,
    ...more,
  })
  const read = (gate: Gate) => use(gate, 'Read', { file_path: 'a.txt' })

  it('Edit refuses a file that is missing, was not read, or changed since [validation/edit-missing]', async () => {
    expect(await refused(edit('a', 'b'))).toBe(fileErrors.missing)
    ws.write('a.txt', 'a')
    expect(await refused(edit('a', 'b'))).toBe(fileErrors.notRead)
    const changed = async (gate: Gate) => {
      await read(gate)
      ws.write('a.txt', 'a changed')
    }
    expect(await refused(edit('a', 'b'), 'Edit', changed)).toBe(fileErrors.changed)
  })

  it('Write refuses an existing file that was not read, or only in part [validation/write-unread]', async () => {
    ws.write('a.txt', 'a\nb\n')
    const input = { file_path: 'a.txt', content: 'new' }
    expect(await refused(input, 'Write')).toBe(fileErrors.notRead)
    expect(await refused(input, 'Write', (gate) => use(gate, 'Read', { file_path: 'a.txt', limit: 1 }))).toBe(
      fileErrors.notRead,
    )
    expect(content('a.txt')).toBe('a\nb\n')
  })

  it.each([
    {
      id: 'that meet',
      parts: [
        [1, 2],
        [3, 2],
      ],
      ending: 'completed',
    },
    {
      id: 'in any order, one over the other',
      parts: [
        [2, 3],
        [1, 2],
      ],
      ending: 'completed',
    },
    {
      id: 'with a line between',
      parts: [
        [1, 1],
        [3, 2],
      ],
      ending: 'invalid',
    },
    {
      id: 'without the end',
      parts: [
        [1, 2],
        [2, 2],
      ],
      ending: 'invalid',
    },
  ] as const)('Write takes a file that was read in parts $id: $ending', async ({ parts, ending }) => {
    ws.write('a.txt', 'a\nb\nc\nd\n')
    const gate = open()
    for (const [offset, limit] of parts) await use(gate, 'Read', { file_path: 'a.txt', offset, limit })
    expect((await use(gate, 'Write', { file_path: 'a.txt', content: 'new' })).ending).toBe(ending)
  })

  it('parts of two versions make no whole', async () => {
    ws.write('a.txt', 'a\nb\n')
    const gate = open()
    await use(gate, 'Read', { file_path: 'a.txt', limit: 1 })
    ws.write('a.txt', 'c\nd\n')
    await use(gate, 'Read', { file_path: 'a.txt', offset: 2 })
    expect((await use(gate, 'Write', { file_path: 'a.txt', content: 'new' })).ending).toBe('invalid')
  })

  it.each<[string, object, keyof typeof fileErrors]>([
    ['text that does not stand there', edit('zzz', 'b'), 'notFound'],
    ['text that stands there twice', edit('a', 'b'), 'notUnique'],
    ['no change', edit('a', 'a'), 'sameText'],
  ])('Edit refuses %s', async (_case, input, code) => {
    ws.write('a.txt', 'a and a')
    expect(await refused(input, 'Edit', read)).toBe(fileErrors[code])
  })

  it('only a new time stamp is no change; a Write is a read', async () => {
    ws.write('a.txt', 'one two')
    const gate = open()
    await read(gate)
    utimesSync(at('a.txt'), new Date(), new Date())
    expect((await use(gate, 'Edit', edit('one', '1'))).ending).toBe('completed')
    expect((await use(gate, 'Edit', edit('two', '2'))).ending).toBe('completed')
    expect((await use(gate, 'Write', { file_path: 'new/b.txt', content: 'x\n' })).text).toBe(
      'new/b.txt was created (1 line).',
    )
    expect(
      (await use(gate, 'Edit', { file_path: 'new/b.txt', old_string: 'x', new_string: 'y' })).ending,
    ).toBe('completed')
    expect([content('a.txt'), content('new/b.txt')]).toEqual(['1 2', 'y\n'])
  })

  it('a line break that is half of CRLF is no place, and what is put in has the file’s line breaks', async () => {
    ws.write('a.txt', 'x\r\nb\r\n')
    const gate = open()
    await use(gate, 'Read', { file_path: 'a.txt' })
    await use(gate, 'Edit', edit('\nb', '\n1\n2'))
    expect(content('a.txt')).toBe('x\r\n1\r\n2\r\n')
  })

  it('replace_all changes every place; `$&` is plain text', async () => {
    ws.write('a.txt', 'x x x')
    const gate = open()
    await read(gate)
    expect((await use(gate, 'Edit', edit('x', '$&$1', { replace_all: true }))).text).toContain('3 places')
    expect(content('a.txt')).toBe('$&$1 $&$1 $&$1')
  })

  it('keeps mode, line endings, BOM and links, and leaves no file behind', async () => {
    ws.write('real.txt', '\ufeffone\r\ntwo\r\n')
    chmodSync(at('real.txt'), 0o750)
    ws.link('a.txt', at('real.txt'))
    const gate = open()
    await read(gate)
    await use(gate, 'Edit', edit('one\ntwo', '1\n2'))
    expect(readFileSync(at('real.txt'), 'utf8')).toBe('\ufeff1\r\n2\r\n')
    expect(statSync(at('real.txt')).mode & 0o777).toBe(0o750)
    expect(lstatSync(at('a.txt')).isSymbolicLink()).toBe(true)
    expect(readdirSync(ws.project).sort()).toEqual(['a.txt', 'real.txt'])
  })

  it('changes nothing but what it is told to in a file that is not UTF-8', async () => {
    writeFileSync(at('a.txt'), Buffer.from([0xc4, 0xe3, 0x0a, 0x61, 0x0a]))
    const gate = open()
    await read(gate)
    await use(gate, 'Edit', edit('a', 'b'))
    expect(readFileSync(at('a.txt')).toString('hex')).toBe('c4e30a620a')
    expect((await use(gate, 'Edit', edit('b', '你'))).text).toContain(`errorCode: ${fileErrors.encoding}`)
  })

  it.each([
    {
      id: 'UTF-16 LE',
      before: Buffer.from('\ufeffone\n', 'utf16le'),
      after: Buffer.from('\ufefftwo\n', 'utf16le'),
    },
    { id: 'CRLF', before: Buffer.from('one\r\n1\r\n'), after: Buffer.from('two\r\n') },
    { id: 'byte order mark', before: Buffer.from('\ufeffone\n'), after: Buffer.from('\ufefftwo\n') },
    { id: 'nothing to keep', before: Buffer.from('one\n'), after: Buffer.from('two\n') },
  ])('Write keeps what the file had: $id', async ({ before, after }) => {
    ws.write('a.txt', before)
    const gate = open()
    await read(gate)
    await use(gate, 'Write', { file_path: 'a.txt', content: 'two\n' })
    expect(readFileSync(at('a.txt')).toString('hex')).toBe(after.toString('hex'))
  })

  it('Edit finds a part with other line endings than most of the file, and keeps them', async () => {
    ws.write('a.txt', 'a\nb\nc\none\r\ntwo\r\nd\n')
    const gate = open()
    await read(gate)
    await use(gate, 'Edit', edit('one\ntwo', '1\n2'))
    expect(content('a.txt')).toBe('a\nb\nc\n1\r\n2\r\nd\n')
  })

  it('half a character at the end of UTF-16 is nothing to edit', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeffone', 'utf16le'), Buffer.from([0x41])])
    ws.write('a.txt', bytes)
    const gate = open()
    await read(gate)
    expect((await use(gate, 'Edit', edit('one', 'two'))).ending).toBe('invalid')
    expect(readFileSync(at('a.txt')).equals(bytes)).toBe(true)
  })

  it('writes no Latin-1 into UTF-8 that has a broken byte', async () => {
    ws.write('a.txt', Buffer.concat([Buffer.from('é one '), Buffer.from([0xff, 0x0a])]))
    const gate = open()
    await read(gate)
    expect((await use(gate, 'Edit', edit('one', 'café'))).text).toContain(`errorCode: ${fileErrors.encoding}`)
    await use(gate, 'Edit', edit('one', 'two'))
    expect(readFileSync(at('a.txt')).toString('hex')).toBe('c3a92074776f20ff0a')
  })

  it('a file with two names keeps both; a link to nothing stays, and the model learns of it', async () => {
    ws.write('a.txt', 'one\n')
    linkSync(at('a.txt'), at('b.txt'))
    const gate = open()
    await read(gate)
    await use(gate, 'Edit', edit('one', 'two'))
    expect(content('b.txt')).toBe('two\n')
    ws.link('dangling', at('nowhere'))
    const { text } = await use(gate, 'Write', { file_path: 'dangling', content: 'x' })
    expect(text).toContain('where nothing is')
    expect([lstatSync(at('dangling')).isSymbolicLink(), existsSync(at('nowhere'))]).toEqual([true, false])
  })

  it('refuses notebooks, binaries and folders', async () => {
    ws.write('n.ipynb', '{"cells":[]}')
    ws.write('b.bin', Buffer.from([0, 1]))
    const gate = open()
    await use(gate, 'Read', { file_path: 'n.ipynb' })
    expect(
      (await use(gate, 'Edit', { file_path: 'n.ipynb', old_string: 'cells', new_string: 'x' })).text,
    ).toContain('notebook')
    expect((await use(gate, 'Write', { file_path: '.', content: 'x' })).text).toContain('folder')
    expect(existsSync(at('x'))).toBe(false)
  })

  it('any text survives being decoded and encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const buffer = Buffer.from(bytes)
        const decoded = decodeText(buffer)
        fc.pre(decoded !== undefined && !(decoded.encoding.startsWith('utf16') && buffer.length % 2 === 1))
        fc.pre(!decoded!.encoding.startsWith('utf16') || decoded!.text.isWellFormed())
        expect(encodeText(decoded!.text, decoded!.encoding)?.equals(buffer)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('a replacement changes exactly the text between', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string(),
        (head, old, next, tail) => {
          const text = `${head}${old}${tail}`
          fc.pre(text.split(old).length === 2 && !text.includes('\r') && !`${old}${next}`.includes('\r'))
          expect(replaceText(text, { oldString: old, newString: next, replaceAll: false })).toMatchObject({
            kind: 'done',
            text: text.split(old).join(next),
          })
        },
      ),
    )
  })
})

describe('Glob', () => {
  it('finds by name, newest first, links and deny rules respected', async () => {
    for (const [i, name] of [
      'a.ts',
      'src/b.ts',
      'src/deep/c.ts',
      'src/d.js',
      '.git/x.ts',
      'secret/e.ts',
    ].entries()) {
      ws.write(name, '')
      utimesSync(at(name), i, i)
    }
    const gate = ws.gate({ settings: { permissions: { deny: ['Read(secret/**)'] } } })
    const find = async (pattern: string, more = {}) =>
      (await use(gate, 'Glob', { pattern, ...more })).text.split('\n')
    expect(await find('**/*.ts')).toEqual(['src/deep/c.ts', 'src/b.ts', 'a.ts'])
    expect(await find('*.ts')).toEqual(['a.ts'])
    expect(await find('src/*.ts')).toEqual(['src/b.ts'])
    expect(await find('*.{ts,js}', { path: 'src' })).toEqual(['src/d.js', 'src/b.ts'])
    expect(await find('*.py')).toEqual([`No file in ${ws.project} matches.`])
  })

  it('shows a hundred and says how many more', async () => {
    for (let i = 0; i < 120; i++) ws.write(`f${i}.txt`, '')
    const { text } = await use(open(), 'Glob', { pattern: '*.txt' })
    expect(text.split('\n')).toHaveLength(101)
    expect(text).toContain('20 more')
  })

  it.each([
    [{ pattern: 'a\0b' }, 'invalid', /NUL/],
    [{ pattern: '[' }, 'failed', /not understood/],
    [{ pattern: '*', path: 'missing' }, 'failed', /does not exist/],
  ])('%j is a clear error', async (input, ending, expected) => {
    const found = await use(open(), 'Glob', input)
    expect(found.ending).toBe(ending)
    expect(found.text).toMatch(expected)
  })
})

describe('Grep', () => {
  beforeEach(() => {
    ws.write('a.txt', 'one needle\ntwo\nthree\n')
    ws.write('b.ts', 'const needle = 1\nneedle\n')
    ws.write('deep/c.txt', 'NEEDLE\n')
    ws.write('.env', 'needle=secret\n')
  })
  const grep = async (input: object, settings = {}) =>
    (await use(ws.gate({ settings }), 'Grep', { pattern: 'needle', ...input })).text

  it.each<[object, string]>([
    [{}, 'a.txt\nb.ts'],
    [{ '-i': true, glob: '*.txt' }, 'a.txt\ndeep/c.txt'],
    [{ type: 'ts', output_mode: 'count' }, 'b.ts:2'],
    [{ output_mode: 'content', path: 'a.txt', '-A': 1 }, 'a.txt:1:one needle\na.txt-2-two'],
    [{ output_mode: 'content', glob: '*.ts', '-n': false }, 'b.ts:const needle = 1\nb.ts:needle'],
    [{ head_limit: 1 }, 'a.txt\n[there is more: go on with offset, or search for less]'],
    [{ head_limit: 1, offset: 1 }, 'b.ts'],
    [{ offset: 50 }, 'No entries at this offset: there are 2.'],
    [{ pattern: 'absent' }, 'Nothing found.'],
    [{ path: 'deep', '-i': true, output_mode: 'content' }, 'deep/c.txt:1:NEEDLE'],
    [{ pattern: 'needle\\ntwo', multiline: true, output_mode: 'content' }, 'a.txt:1:one needle\na.txt:2:two'],
  ])('%j', async (input, expected) => {
    expect(await grep(input)).toBe(expected)
  })

  it('leaves out what may not be read', async () => {
    expect(await grep({ output_mode: 'content' }, { permissions: { deny: ['Read(.env)'] } })).not.toContain(
      'secret',
    )
  })

  it('a pattern or glob is never an option, and no configuration is read', async () => {
    ws.write('h.txt', '--pre=/bin/false and --release')
    ws.write('.ripgreprc', '--invert-match')
    process.env.RIPGREP_CONFIG_PATH = at('.ripgreprc')
    try {
      expect(await grep({ pattern: '--pre=/bin/false' })).toBe('h.txt')
      expect(await grep({ pattern: '--release', path: 'h.txt' })).toContain('h.txt')
    } finally {
      delete process.env.RIPGREP_CONFIG_PATH
    }
  })

  it('leaves out secrets in folders, and takes one that is named only with a rule', async () => {
    expect(await grep({ pattern: 'secret', output_mode: 'content', '-i': true })).toBe('Nothing found.')
    const { ending } = await use(ws.gate(), 'Grep', { pattern: 'secret', path: '.env' })
    expect(ending).toBe('refused')
  })

  it('says that there is a hit in a line too long to be taken in', async () => {
    ws.write('min.css', `${'x'.repeat(17_000_000)}needle`)
    expect(await grep({ output_mode: 'content', glob: '*.css' })).toBe(
      'min.css: [found in a line too long to show]',
    )
  })

  it('refuses a NUL by name', async () => {
    expect(await grep({ pattern: 'a\0b' })).toContain('holds a NUL character')
  })

  it('shows a long line around the hit', async () => {
    ws.write('min.js', `${'x'.repeat(500_000)}needle${'y'.repeat(500_000)}`)
    const text = await grep({ output_mode: 'content', glob: '*.js' })
    expect(text).toContain('needle')
    expect(text.length).toBeLessThan(700)
  })

  it('a pattern that is none says what ripgrep said', async () => {
    expect(await grep({ pattern: '(' })).toMatch(/unclosed group/)
  })
})
