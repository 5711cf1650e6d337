/** Percent off by the number of pieces; the best that applies counts. */
const steps = [
  { pieces: 10, percent: 5 },
  { pieces: 50, percent: 10 },
  { pieces: 100, percent: 15 },
]

export function discountPercent(pieces) {
  const reached = steps.filter((step) => pieces > step.pieces)
  return reached.length === 0 ? 0 : reached[reached.length - 1].percent
}

/** Rounds in favour of the customer. */
export function discounted(cents, pieces) {
  return Math.floor((cents * pieces * (100 - discountPercent(pieces))) / 100)
}
