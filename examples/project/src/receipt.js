import { discounted, discountPercent } from './discount.js'
import { formatCents } from './money.js'

/** One line an item, and the total. */
export function receipt(items) {
  const lines = items.map(({ name, cents, pieces }) => {
    const off = discountPercent(pieces)
    const note = off > 0 ? `  (-${off}%)` : ''
    return `${String(pieces).padStart(4)} x ${name.padEnd(16)} ${formatCents(discounted(cents, pieces)).padStart(9)}${note}`
  })
  const total = items.reduce((sum, { cents, pieces }) => sum + discounted(cents, pieces), 0)
  return [...lines, `${'total'.padEnd(23)} ${formatCents(total).padStart(9)}`].join('\n')
}
