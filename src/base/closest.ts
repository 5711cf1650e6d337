/**
 * The names nearest to `wanted`, best first, at most `limit`. Case is ignored; a name further away than half of its
 * length is no suggestion. Used for unknown tools, misspelt settings keys and events.
 */
export function closestNames(wanted: string, known: Iterable<string>, limit = 3): string[] {
  // a model may send a name of any length; nobody is helped by comparing more than this
  const target = wanted.slice(0, 100).toLowerCase()
  return [...known]
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase()) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, target.length) / 2)),
    )
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name)
}

function distanceOf(target: string, name: string): number {
  // `read_file` for `Read`, `Bash_tool` for `Bash`: one contains the other
  if (name.length >= 3 && target.length >= 3 && (target.includes(name) || name.includes(target))) return 1
  return editDistance(target, name)
}

/** Insertions, deletions, replacements, and swaps of neighbours, each costing one. */
export function editDistance(a: string, b: string): number {
  let previous: number[] = []
  let current = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let best = Math.min(current[column]! + 1, next[column - 1]! + 1, current[column - 1]! + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) best = Math.min(best, previous[column - 2]! + 1)
      next.push(best)
    }
    previous = current
    current = next
  }
  return current[b.length]!
}
