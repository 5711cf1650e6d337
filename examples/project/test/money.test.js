import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCents, toCents } from '../src/money.js'

test('reads amounts', () => {
  assert.equal(toCents('12'), 1200)
  assert.equal(toCents('12.5'), 1250)
  assert.equal(toCents('0.05'), 5)
  assert.throws(() => toCents('12,50'), /no amount/)
})

test('writes amounts', () => {
  assert.equal(formatCents(1205), '12.05')
  assert.equal(formatCents(-5), '-0.05')
})
