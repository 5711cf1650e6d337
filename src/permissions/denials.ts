import type { DenialPort } from './denial-port.js'

/**
 * Denials in a row, by tool and by command pattern. From the limit on each further denial answers a text for the model; an
 * allowed call of the same tool or pattern begins anew.
 */
export function createDenialTracker(limit: () => number): DenialPort {
  const byTool = new Map<string, number>()
  const byPattern = new Map<string, number>()
  return {
    denied: (tool, pattern) => {
      const tools = raise(byTool, tool)
      const patterns = raise(byPattern, `${tool}\0${pattern}`)
      const most = Math.max(1, limit())
      if (patterns >= most) return guidance(pattern, patterns)
      return tools >= most ? guidance(tool, tools) : undefined
    },
    allowed: (tool, pattern) => {
      byTool.delete(tool)
      byPattern.delete(`${tool}\0${pattern}`)
    },
  }
}

function raise(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

function guidance(what: string, times: number): string {
  return `${what} was refused ${times} times in a row. This way is closed: do not try it again, in this form or another. Take a way that does not need it, or tell the person what you wanted to do and ask them how to go on.`
}
