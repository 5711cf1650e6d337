import { receipt } from './receipt.js'

const names = ['screws', 'hinges', 'brackets', 'dowels', 'hooks', 'rails', 'knobs']

/** A long list of made-up sales, the same each time. */
export function* sales(count) {
  let seed = 42
  const next = (limit) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % limit
  }
  for (let index = 0; index < count; index++) {
    yield {
      number: index + 1,
      item: { name: names[next(names.length)], cents: 5 + next(900), pieces: 1 + next(120) },
    }
  }
}

if (process.argv[1]?.endsWith('ledger.js')) {
  for (const { number, item } of sales(Number(process.argv[2] ?? 10))) {
    console.log(`sale ${String(number).padStart(6)}: ${receipt([item]).split('\n')[0].trim()}`)
  }
}
