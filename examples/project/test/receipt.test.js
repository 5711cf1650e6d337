import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receipt } from '../src/receipt.js'

test('shows each item and the total', () => {
  const text = receipt([
    { name: 'hinges', cents: 250, pieces: 2 },
    { name: 'screws', cents: 12, pieces: 60 },
  ])
  assert.equal(
    text,
    [
      '   2 x hinges                5.00',
      '  60 x screws                6.48  (-10%)',
      'total                       11.48',
    ].join('\n'),
  )
})
