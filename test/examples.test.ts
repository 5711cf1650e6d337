import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

describe('examples', () => {
  it('embed: a coerced call, a denied one, and an unknown tool', () => {
    const out = execFileSync(process.execPath, ['examples/embed/embed.mjs'], { cwd: root, encoding: 'utf8' })
    const [a, b, c] = out.trim().split('\n')
    expect(a).toBe('a false Bergen: rain, for 3 days')
    expect(b).toMatch(/^b true Refused: The deny rule Bash\(rm \*\) \(flagSettings\)/)
    expect(c).toContain('Did you mean "Weather"?')
  })

  it('the recorded session of npm start: each call ends as it is meant to', () => {
    const home = mkdtempSync(join(tmpdir(), 'callgate-example-'))
    try {
      const out = execFileSync(process.execPath, ['scripts/start.mjs'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, HOME: home, XDG_STATE_HOME: home },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const messages = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { content: { is_error?: boolean }[] })
      expect(messages.map(({ content }) => content.map(({ is_error }) => is_error ?? false))).toEqual([
        [false, false, false, false],
        [false, true],
        [false, false],
        [true],
        [true, true, false],
        [false],
        [true],
      ])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
