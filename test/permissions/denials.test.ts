import { describe, expect, it } from 'vitest'
import { createDenialTracker } from '../../src/permissions/denials.js'

describe('denial tracking [permission/denial-tracking] [permission/denial-reset]', () => {
  it('speaks at the limit, counted by pattern', () => {
    const tracker = createDenialTracker(() => 3)
    expect(tracker.denied('Bash', 'Bash(curl *)')).toBeUndefined()
    expect(tracker.denied('Bash', 'Bash(curl *)')).toBeUndefined()
    expect(tracker.denied('Bash', 'Bash(curl *)')).toContain('Bash(curl *) was refused 3 times')
    expect(tracker.denied('Bash', 'Bash(curl *)')).toContain('4 times')
  })

  it('counts by tool too', () => {
    const tracker = createDenialTracker(() => 2)
    expect(tracker.denied('Bash', 'a')).toBeUndefined()
    expect(tracker.denied('Bash', 'b')).toContain('Bash was refused 2 times')
  })

  it('begins anew after an allowed call of the same pattern', () => {
    const tracker = createDenialTracker(() => 2)
    tracker.denied('Bash', 'a')
    tracker.allowed('Bash', 'a')
    expect(tracker.denied('Bash', 'a')).toBeUndefined()
  })

  it('goes by the limit of the moment', () => {
    let limit = 5
    const tracker = createDenialTracker(() => limit)
    tracker.denied('Bash', 'a')
    limit = 2
    expect(tracker.denied('Bash', 'a')).toBeDefined()
  })
})
