import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startOf, stillLives } from '../../src/process/process-identity.js'

const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0]

describe('startOf', () => {
  it('knows a child that ended before anybody looked, which does not live any more', async () => {
    const child = spawn('true')
    const exited = new Promise((resolve) => child.once('exit', resolve))
    // nothing is awaited: Node has not asked for its end yet
    while (stateOf(child.pid!) !== 'Z');
    const started = startOf(child.pid!)
    expect(started).toMatch(/^[\da-f-]{36} \d+$/)
    expect(stillLives(child.pid!, started)).toBe(false)
    await exited
    expect(startOf(child.pid!)).toBe('')
  })

  it('tells two processes of one number apart', () => {
    const started = startOf(process.pid)
    expect(stillLives(process.pid, started)).toBe(true)
    expect(stillLives(process.pid, started.replace(/\d+$/, '1'))).toBe(false)
  })
})
