import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../src/shell/analyse-command.js'
import { isFree, leavesScope, readCases } from './read-cases.js'

const cases = readCases()
const guarded = cases.filter(
  ({ auto_allow, judgment, setup }) => !auto_allow && !judgment && setup === undefined,
)
const harmless = cases.filter(({ auto_allow, judgment }) => auto_allow && !judgment)

/** Of the harmless commands (without those that are a matter of judgment) so many may ask today; lower it, never raise it. */
const MOST_FALSE_PROMPTS = 4

describe('the table of bash commands', () => {
  it('never lets one run unasked that may do harm', () => {
    const free = guarded.filter(({ command }) => {
      const analysis = analyseCommand(command)
      return isFree(analysis) && !leavesScope(analysis)
    })
    expect(free.map(({ id, command, why }) => `${id} ${command} (${why})`)).toEqual([])
  })

  it('seldom asks for one that is harmless', () => {
    const asking = harmless.filter(({ command }) => !isFree(analyseCommand(command)))
    const told = asking.map(
      ({ id, command }) => `${id} ${command}: ${analyseCommand(command).readOnly.reason}`,
    )
    console.info(`${asking.length} of ${harmless.length} harmless commands ask\n${told.join('\n')}`)
    expect(asking.length).toBeLessThanOrEqual(MOST_FALSE_PROMPTS)
  })

  /** What is still missed: each must go on being missed, or leave this list. */
  const notSeen = new Map([
    ['B-0162', 'a function that runs its arguments; the line is uncertain, so rules ask'],
  ])

  it.each(cases.filter(({ nested }) => nested !== undefined))(
    '$id sees what $command starts',
    ({ id, command, nested = [] }) => {
      const { possible } = analyseCommand(command)
      const missing = nested.filter((text) => !possible.some((each) => each.text === text))
      if (notSeen.has(id)) expect(missing).not.toEqual([])
      else expect(missing).toEqual([])
    },
  )
})
