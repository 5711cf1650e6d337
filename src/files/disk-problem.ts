/** What a disk says, in words for people; by errno. */
const words: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'no permission',
  EPERM: 'not permitted',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file stands where a folder belongs',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist, and cannot be made',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  EIO: 'the disk reports an error',
}

/** Whether a disk said this, and not our own code. */
export function isDiskProblem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && ((error as NodeJS.ErrnoException).code ?? '') in words
}

export function diskProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message } = error as NodeJS.ErrnoException
  return words[code ?? ''] ?? message
}
