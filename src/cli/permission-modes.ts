import type { PermissionMode } from '../tool/tool.js'

export const permissionModes = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const satisfies readonly PermissionMode[]
