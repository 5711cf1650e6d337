import type { ProgramCall, ProgramTable, ProgramVerdict } from './program.js'
import { awk } from './programs/awk.js'
import { find } from './programs/find.js'
import { git } from './programs/git.js'
import { changes } from './programs/options.js'
import { others } from './programs/others.js'
import { readers } from './programs/readers.js'
import { searchers } from './programs/searchers.js'
import { sed } from './programs/sed.js'
import { system } from './programs/system.js'
import { writers } from './programs/writers.js'

const tables: ReadonlyMap<string, ProgramTable> = new Map(
  Object.entries({
    ...others,
    ...readers,
    ...searchers,
    ...system,
    ...writers,
    awk,
    gawk: awk,
    mawk: awk,
    find,
    git,
    sed,
  }),
)

/** The programs that have a table: proven one by one in test/confirm. */
export const knownPrograms: readonly string[] = [...tables.keys()]

/** What is known of one call of a program. A program without a table may do anything. */
export function judgeProgram(call: ProgramCall): ProgramVerdict {
  const table = tables.get(call.name)
  if (!table) return changes(`${call.name} is not known to only read`)
  try {
    return table(call)
  } catch {
    return changes(`${call.name} could not be judged`)
  }
}
