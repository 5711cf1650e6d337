/** Hook events of the file format. Those outside `runEvents` are known, and not fired by this version. */
export const hookEvents: readonly string[] = (
  'SessionStart Setup UserPromptSubmit UserPromptExpansion PreToolUse PermissionRequest PermissionDenied PostToolUse PostToolUseFailure ' +
  'PostToolBatch Notification MessageDisplay SubagentStart SubagentStop TaskCreated TaskCompleted Stop StopFailure TeammateIdle ' +
  'InstructionsLoaded ConfigChange CwdChanged DirectoryAdded FileChanged WorktreeCreate WorktreeRemove PreCompact PostCompact SessionEnd ' +
  'Elicitation ElicitationResult PreModelSwitch PostModelSwitch'
).split(' ')

export const runEvents: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure'])

export const handlerTypes: readonly string[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent']

export const permissionKeys: readonly string[] = (
  'allow ask deny defaultMode additionalDirectories disableBypassPermissionsMode disableAutoMode blockReadsOutsideWorkingDirectories ' +
  'blockWritesOutsideWorkingDirectories denyInsteadOfPrompting skipDangerousModePermissionPrompt'
).split(' ')

export const handlerKeys: readonly string[] = (
  'type command args shell if timeout async asyncRewake once statusMessage onFailure url headers allowedEnvVars server tool input prompt ' +
  'model continueOnBlock'
).split(' ')

/** Top-level keys of the format. Others pass in silence, near misses of these do not. */
export const topLevelKeys: readonly string[] = (
  '$schema permissions hooks env callgate sandbox autoMode model disableAllHooks allowManagedHooksOnly allowManagedPermissionRulesOnly ' +
  'allowManagedMcpServersOnly allowedMcpServers deniedMcpServers enableAllProjectMcpServers enabledMcpjsonServers disabledMcpjsonServers ' +
  'apiKeyHelper cleanupPeriodDays includeCoAuthoredBy statusLine outputStyle forceLoginMethod enabledPlugins extraKnownMarketplaces ' +
  'strictKnownMarketplaces httpHookAllowedEnvVars allowedHttpHookUrls companyAnnouncements fallbackModel availableModels language theme ' +
  'attribution alwaysThinkingEnabled spinnerTipsEnabled fileSuggestion respectGitignore plansDirectory defaultMode'
).split(' ')
