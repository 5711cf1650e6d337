import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first executable of that name on PATH, in the order that commands get. */
export function findOnPath(name: string, path: string = process.env.PATH ?? ''): string | undefined {
  return ownPath(path)
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

/**
 * PATH without relative folders, and with those of packages at its end. Started by a package manager, the folder of whatever
 * project this is stands first: an `ls` in there would be taken for the one that only reads.
 */
export function ownPath(path: string): string {
  const folders = path.split(delimiter).filter((folder) => folder.startsWith('/'))
  const isOfPackages = (folder: string) => /\/node_modules\/(\.bin|npm\/|@npmcli\/)/.test(`${folder}/`)
  return [...folders.filter((folder) => !isOfPackages(folder)), ...folders.filter(isOfPackages)].join(
    delimiter,
  )
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
