/** Cases run in turns, the first one changing each round, so that what disturbs the machine disturbs all of them alike. */
export async function inTurns(cases, { rounds = 11, ms = 60 } = {}) {
  const made = []
  for (const each of cases) made.push({ ...each, count: await countFor(each.run, ms), times: [] })
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < made.length; i++) {
      const each = made[(i + round) % made.length]
      const begin = performance.now()
      await each.run(each.count)
      each.times.push(((performance.now() - begin) * 1000) / each.count / (each.per ?? 1))
    }
  }
  return Object.fromEntries(made.map(({ name, times }) => [name, median(times)]))
}

/** How many runs take about `ms`, after warming up. */
async function countFor(run, ms) {
  let count = 1
  for (;;) {
    const begin = performance.now()
    await run(count)
    const took = performance.now() - begin
    if (took > ms || count > 2_000_000) return Math.max(1, Math.round((count * ms) / Math.max(took, 0.01)))
    count *= 4
  }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

export const us = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))

/** A row: what, how long, against what, the ratio, the goal and whether it is met. */
export function row(what, value, against, base, goal, unit = 'µs') {
  const ratio = value / base
  const met = goal === undefined ? '' : ratio <= goal ? 'met' : 'not met'
  return `| ${what} | ${us(value)} ${unit} | ${against}: ${us(base)} ${unit} | ${us(ratio)} × | ${goal === undefined ? '' : `≤ ${goal} ×`} | ${met} |`
}
