import type { Subject } from '../tool/subject.js'
import { gatherCommand } from './gather-command.js'
import { createPathLookup, type Place } from './look-up-path.js'
import { normalHost } from './matchers/domain.js'
import type { DiskPort, KnownSubject } from './subject-facts.js'

/** The step between analysing and deciding: looks up on disk what the subject names. Never throws. */
export async function gatherSubject(subject: Subject, place: Place, disk: DiskPort): Promise<KnownSubject> {
  switch (subject.kind) {
    case 'command':
      return gatherCommand(subject.command, place, disk)
    case 'paths': {
      const lookUp = createPathLookup(place, disk)
      const paths = await Promise.all(subject.paths.map((path) => lookUp(path, place.cwd, subject.access)))
      return { kind: 'paths', access: subject.access, paths }
    }
    case 'url':
      return { kind: 'url', url: subject.url, host: hostOf(subject.url) }
    case 'none':
      return subject
  }
}

function hostOf(url: string): string | undefined {
  try {
    return normalHost(new URL(url).hostname) || undefined
  } catch {
    return undefined
  }
}
