// POSIX paths as text, without `node:path`: what decides must run in a browser too

export function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/** Joins and resolves `.` and `..` in the text alone; an absolute second part replaces the first. */
export function joinPath(base: string, path: string): string {
  const segments: string[] = path.startsWith('/') ? [] : splitPath(base)
  for (const segment of splitPath(path)) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

/** True for the folder itself and everything below it. Both absolute and resolved. */
export function liesIn(path: string, folder: string): boolean {
  if (folder === '/' || path === folder) return true
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
