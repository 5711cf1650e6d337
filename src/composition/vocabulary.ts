import { closestNames } from '../base/closest.js'
import { isRecord } from '../base/json.js'
import { knownTools } from '../permissions/known-tools.js'
import type { RuleVocabulary } from '../permissions/parse-rule.js'
import type { ToolRegistry } from '../tool/registry.js'

/** Names that rules may use: the tools of this gate and their aliases, and the known ones of others who read the same files. */
export function createVocabulary(registry: ToolRegistry): RuleVocabulary {
  return {
    toolNamed: (name) => {
      const found = registry.find(name)
      if (found) return { name: found.tool.name, family: found.tool.ruleFamily }
      const family = knownTools.get(name)
      return family && { name, family }
    },
    fieldsOf: (toolName) => {
      const schema = registry.find(toolName)?.tool.inputSchema.jsonSchema
      return isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : undefined
    },
    closest: (name) =>
      closestNames(name, new Set([...registry.tools.map((tool) => tool.name), ...knownTools.keys()])),
  }
}
