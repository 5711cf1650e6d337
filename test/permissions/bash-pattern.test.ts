import { describe, expect, it } from 'vitest'
import { compileBashPattern, matchesText } from '../../src/permissions/matchers/bash-pattern.js'
import { wrapperLengths } from '../../src/permissions/matchers/strip-wrappers.js'

describe('Bash patterns [permission/prefix-is-wildcard]', () => {
  it.each([
    ['npm run build', 'npm run build', true, 'RB1'],
    ['npm run build', 'npm run build --x', false, 'RB1'],
    ['npm run test *', 'npm run test', true, 'RB2: the bare command'],
    ['npm run test *', 'npm run test unit', true, 'RB2'],
    ['npm run test *', 'npm run tests', false, 'RB2: a word boundary'],
    ['npm run test:*', 'npm run tests', false, 'RB4: the same as the space form'],
    ['ls*', 'lsof', true, 'RB3: no boundary'],
    ['git:* push', 'git push', false, 'RB5: a colon in the middle is a colon'],
    ['* install', 'npm install', true, 'RB6'],
    ['git * main', 'git push origin main', true, 'RB6'],
    ['* --help *', 'x --help y', true, 'RB6'],
    ['npm  run   build', 'npm run build', true, 'blanks between words are one blank'],
    ["echo 'a b'", "echo 'a b'", true, 'quotes in normal form'],
    ['echo "a b"', "echo 'a b'", true, 'another way to quote the same'],
    ['echo "a b"', 'echo a b', false, 'two words are not one'],
    ['git commit -m "*"', "git commit -m 'fix it'", true, 'a star in quotes: an argument in quotes'],
    ['git commit -m "*"', 'git commit -m fix', false, 'and no other'],
    ['git commit -m "*"', 'git commit -m', false, 'it is no final star'],
  ])('%s against %s is %s (%s)', (content, text, expected) => {
    expect(matchesText(compileBashPattern(content), text)).toBe(expected)
  })

  it.each<[(string | undefined)[], number[], string]>([
    [['timeout', '30', 'npm', 'test'], [2], 'RB11'],
    [['time', 'npm'], [1], 'RB11'],
    [['nice', '-n', '5', 'nohup', 'npm'], [3, 4], 'one behind another'],
    [['stdbuf', '-o0', 'npm'], [2], 'RB11'],
    [['command', '-v', 'npm'], [], 'RB12'],
    [['xargs', 'grep'], [1], 'RB13'],
    [['xargs', '-n1', 'grep'], [], 'RB13'],
    [['timeout', undefined, 'npm'], [], 'only the run decides'],
    [['sudo', 'npm'], [], 'allow rules do not look through sudo'],
    [['nohup'], [], 'nothing behind it'],
  ])('%j has commands at %j (%s)', (argv, expected) => {
    expect(wrapperLengths(argv)).toEqual(expected)
  })
})
