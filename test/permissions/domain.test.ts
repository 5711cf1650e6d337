import { describe, expect, it } from 'vitest'
import { compileDomain, matchesDomain } from '../../src/permissions/matchers/domain.js'

describe('domain rules', () => {
  it.each([
    ['domain:example.com', 'EXAMPLE.com.', true, 'RW1: case and final dot do not matter'],
    ['domain:example.com', 'www.example.com', false, 'RW1: sub-domains are other hosts'],
    ['domain:*.example.com', 'a.b.example.com', true, 'RW2'],
    ['domain:*.example.com', 'example.com', false, 'RW2: not the domain itself'],
    ['domain:*.example.com', 'badexample.com', false, 'a label is whole'],
    ['domain:example.*', 'example.org', true, 'RW4'],
    ['domain:example.*', 'example.evil.com', false, 'RW4: * stays inside a label'],
    ['domain:example.com', 'example.com.evil.org', false, 'the end counts'],
  ])('%s against %s is %s (%s)', (content, host, expected) => {
    expect(matchesDomain(compileDomain(content)!, host)).toBe(expected)
  })

  it.each(['example.com', 'domain:', 'domain:a b', 'url:x'])('refuses %j', (content) => {
    expect(compileDomain(content)).toBeUndefined()
  })
})
