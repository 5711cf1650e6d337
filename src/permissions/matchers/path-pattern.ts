import type { RuleEntry } from '../rule.js'
import { compileSegment, type SegmentPattern } from './path-segment.js'
import { joinPath, splitPath } from './path-text.js'

/** Where relative patterns start. All absolute. */
export interface PathAnchors {
  /** The folder the session started in. */
  readonly cwd: string
  readonly home: string
  readonly projectRoot: string
}

/** A gitignore-style pattern, anchored. `'**'` stands for any number of folders, none included. */
export interface PathPattern {
  /** Absolute, as segments: literal ones of the anchor, then the pattern's own. */
  readonly segments: readonly ('**' | SegmentPattern)[]
  /** Literal segments at the beginning, for a quick look. */
  readonly root: readonly string[]
  /** It ended in `/**` or `/`: what lies below, for an allow not the folder itself. */
  readonly contentsOnly: boolean
}

/** The anchor goes by how the content begins: `//` root, `~/` home, `/` the place of the source, else the session's folder. */
export function compilePathPattern(
  content: string,
  entry: RuleEntry,
  anchors: PathAnchors,
): PathPattern | { readonly problem: string } {
  if (content.startsWith('!'))
    return { problem: 'a path rule cannot begin with "!": write an allow and a deny instead.' }
  if (content.includes('\0')) return { problem: 'a path cannot hold a NUL character.' }
  const { anchor, rest, relative } = anchorOf(content, entry, anchors)
  const written = rest.split(/\/+/).filter((segment) => segment !== '' && segment !== '.')
  if (written.includes('..'))
    return { problem: 'a path rule cannot hold "..": write the folder that is meant.' }
  const contentsOnly = /\/$|\/\*\*$|^\*\*$/.test(rest)
  const trimmed = contentsOnly && written.at(-1) === '**' ? written.slice(0, -1) : written
  const own = trimmed.map((segment) => (segment === '**' ? ('**' as const) : compileSegment(segment)))
  if (own.includes(undefined)) return { problem: 'a bracket expression in it is not closed.' }
  const anyDepth =
    relative &&
    trimmed.length === 1 &&
    trimmed[0] !== '**' &&
    !rest.replace(/\/(\*\*)?$/, '').includes('/') &&
    (!rest.includes('/') || entry.behavior !== 'allow')
  const root = splitPath(anchor)
  const segments = [
    ...root.map(literal),
    ...(anyDepth ? (['**'] as const) : []),
    ...(own as ('**' | SegmentPattern)[]),
  ]
  return {
    segments,
    root: [...root, ...literalStart(anyDepth ? [] : (own as ('**' | SegmentPattern)[]))],
    contentsOnly,
  }
}

function literal(text: string): SegmentPattern {
  return { literal: text, tokens: [] }
}

function literalStart(segments: readonly ('**' | SegmentPattern)[]): string[] {
  const end = segments.findIndex((segment) => segment === '**' || segment.literal === undefined)
  return segments
    .slice(0, end < 0 ? undefined : end)
    .flatMap((segment) => (segment === '**' || segment.literal === undefined ? [] : [segment.literal]))
}

function anchorOf(content: string, entry: RuleEntry, anchors: PathAnchors) {
  if (content.startsWith('//')) return { anchor: '/', rest: content.slice(2), relative: false }
  if (content === '~' || content.startsWith('~/'))
    return { anchor: anchors.home, rest: content.slice(2), relative: false }
  if (content.startsWith('/'))
    return { anchor: sourceFolder(entry, anchors), rest: content.slice(1), relative: false }
  return { anchor: anchors.cwd, rest: content.replace(/^(\.\/)+/, ''), relative: !content.startsWith('./') }
}

/** What `/` at the beginning of a path rule means, by the source that the rule stands in. */
function sourceFolder({ source, file }: RuleEntry, { cwd, home, projectRoot }: PathAnchors): string {
  switch (source) {
    case 'projectSettings':
    case 'policySettings':
      return projectRoot
    case 'userSettings':
      return joinPath(home, '.claude')
    case 'flagSettings':
      return file === undefined ? cwd : joinPath(file, '..')
    default:
      return cwd
  }
}
