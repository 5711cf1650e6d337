import { describe, expect, it } from 'vitest'
import { classifyToolError, TelemetrySafeError } from '../../src/errors/classify-tool-error.js'

const withCode = (code: unknown, name = 'Error') =>
  Object.assign(new Error('/home/me/secret.txt'), { code, name })

class nJT extends Error {
  override name = 'nJT'
}

describe('classifyToolError', () => {
  it.each([
    {
      id: 'safe',
      thrown: new TelemetrySafeError('/home/me', 'upload was refused'),
      name: 'upload was refused',
      why: 'step 1: marked safe',
    },
    { id: 'errno', thrown: withCode('ENOENT'), name: 'Error:ENOENT', why: 'step 2' },
    {
      id: 'errno-named',
      thrown: withCode('EACCES', 'SystemError'),
      name: 'Error:EACCES',
      why: 'step 2 comes before the name',
    },
    { id: 'name', thrown: new TypeError('x'), name: 'TypeError', why: 'step 3' },
    {
      id: 'minified',
      thrown: new nJT('x'),
      name: 'Error',
      why: 'step 4: three characters are a minified name',
    },
    { id: 'plain', thrown: new Error('x'), name: 'Error', why: 'step 3 and 4 agree' },
    { id: 'text', thrown: 'boom', name: 'UnknownError', why: 'step 5' },
    { id: 'undefined', thrown: undefined, name: 'UnknownError', why: 'step 5' },
    {
      id: 'look-alike',
      thrown: { name: 'TypeError', message: 'x' },
      name: 'UnknownError',
      why: 'step 5: no Error',
    },
    {
      id: 'path-code',
      thrown: withCode('/etc/passwd'),
      name: 'Error',
      why: 'a code that is no identifier could be a path',
    },
    {
      id: 'path-name',
      thrown: Object.assign(new Error('x'), { name: '/home/me/a.ts' }),
      name: 'Error',
      why: 'a name likewise',
    },
    { id: 'number-code', thrown: withCode(404), name: 'Error', why: 'a number is no errno code' },
    { id: 'lower-code', thrown: withCode('mySecret'), name: 'Error', why: 'errno codes are upper case' },
  ])(
    'names $id: $why [errors/classify-safe] [errors/classify-errno] [errors/classify-name] [errors/classify-error] [errors/classify-unknown] [errors/classify-identifiers]',
    ({ thrown, name }) => {
      expect(classifyToolError(thrown)).toBe(name)
    },
  )

  it('survives an error whose fields throw', () => {
    const hostile = new Error('x')
    Object.defineProperty(hostile, 'code', {
      get: () => {
        throw new Error('no')
      },
    })
    expect(classifyToolError(hostile)).toBe('UnknownError')
  })
})
