import { relative } from 'node:path'

/** A path as the model can use it: relative to the current folder where it lies below, else absolute. */
export function pathFrom(cwd: string, path: string): string {
  const inside = relative(cwd, path)
  return inside === '' || inside.startsWith('..') ? path : inside
}
