import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discounted, discountPercent } from '../src/discount.js'

test('less than ten pieces cost the full price', () => {
  assert.equal(discountPercent(9), 0)
  assert.equal(discounted(199, 9), 1791)
})

test('a step begins with its first piece', () => {
  assert.equal(discountPercent(10), 5)
  assert.equal(discountPercent(50), 10)
  assert.equal(discountPercent(100), 15)
})

test('rounds in favour of the customer', () => {
  assert.equal(discounted(199, 11), 2079)
})
