/**
 * Every statement of the lifecycle spec (`spec/lifecycle.md`) and of the rulings (`spec/rulings.md`), in our own words. Tests
 * cite the id in square brackets in a title; `requirements.test.ts` lists what nobody proves. `later` names the issue that
 * brings it: until then it need not be cited, and must not be claimed.
 */
export interface Statement {
  readonly id: string
  readonly says: string
  readonly later?: string
}

const s = (id: string, says: string, later?: string): Statement => ({ id, says, ...(later && { later }) })

export const statements: readonly Statement[] = [
  // the whole
  s('whole/same-stages', 'built-in, embedded, AI-SDK-shaped and REPL calls pass the same eight stages'),
  s('whole/only-way', "the only way to a tool's code is through the stages"),
  s('whole/one-result', 'each tool_use gets exactly one tool_result'),
  s('whole/is-error', 'a failed call has is_error true and a text that says what to do next'),
  s(
    'whole/nothing-ends-process',
    'no fault of a tool, hook, classifier, prompt or disk ends the process or the conversation',
  ),
  // 1
  s('lookup/by-name', 'a tool is found by name, then by alias'),
  s('lookup/alias-deprecated', 'a deprecated alias works, and its result names the new name'),
  s('lookup/unknown', 'an unknown name is an error at once with the closest names; no hook, no prompt'),
  s('lookup/prototype-safe', 'names such as constructor and __proto__ are no tools'),
  // 2
  s(
    'validation/coercion',
    'number, boolean and JSON texts are coerced where the schema wants them, and nothing else is',
  ),
  s('validation/coercion-once', 'parse first, convert only at the paths of the issues, parse once more'),
  s('validation/coercion-standard-schema', 'a Standard Schema is coerced only where it exposes JSON Schema'),
  s(
    'validation/issues',
    'the model gets every issue with path, expected and received, in tool_use_error tags',
  ),
  s('validation/business-after-schema', 'validateInput runs only on input that passed the schema'),
  s('validation/refused-code', 'result false refuses with message and errorCode'),
  s(
    'validation/ask',
    "result false with behavior 'ask' goes on, but a person must confirm and is shown the message",
  ),
  s(
    'validation/edit-missing',
    'an Edit of a file that is missing, was not read, or changed since is refused with an errorCode',
  ),
  s(
    'validation/write-unread',
    'a Write over an existing file that was not read is refused with an errorCode',
  ),
  s('validation/no-hooks', 'lookup and validation errors fire no hook, before or after'),
  // 3
  s('launch/same-tick', 'PreToolUse hooks and classifier start at the same moment'),
  s(
    'launch/permission-waits',
    'permission waits for the hooks, and for the classifier only where it can matter',
  ),
  s(
    'launch/longer-not-sum',
    'the stage costs the longer of the two: a benchmark shows it',
    'issue 3: bench/',
  ),
  s('launch/hook-answers', 'a hook answers allow, deny, ask, nothing, and may give an updated input'),
  s('launch/verdict-cached', 'verdicts are cached by command and working directory'),
  s('launch/verdict-dropped', 'a verdict is dropped when the call was settled without it'),
  s('launch/descriptions', 'an LLM classifier matches commands against descriptions in words', 'issue 8'),
  // 4
  s('permission/hook-deny', "a hook's deny refuses at once with its reason"),
  s(
    'permission/hook-allow-advise',
    "under advise a hook's allow skips tool check, classifier and prompt, but no deny or ask rule",
  ),
  s(
    'permission/hook-allow-override',
    "under override a hook's allow skips every rule but a policy deny, and the trace shows it",
  ),
  s('permission/override-sources', 'only policy settings, flag settings and the embedder may set override'),
  s(
    'permission/tool-check-default',
    'the default checkPermissions neither objects nor grants: a tool that no rule names is asked about',
  ),
  s('permission/file-scope', 'file tools: the path with links resolved must lie inside an allowed directory'),
  s('permission/eight-sources', 'rules come from eight sources'),
  s(
    'permission/deny-ask-allow',
    'deny > ask > allow whatever the source; no session grant undoes a policy deny',
  ),
  s('permission/values-override', 'for other values user < project < local < flag < policy'),
  s('permission/exact-prefix-wildcard', 'rule contents match exactly, by prefix, or by wildcard'),
  s('permission/prefix-is-wildcard', '`x:*` and `x *` mean the same; `x*` has no word boundary'),
  s('permission/classifier-allow', 'a confident allow skips the prompt; a confident deny refuses'),
  s('permission/classifier-never-beats', 'a verdict never overrides a deny or ask rule'),
  s(
    'permission/classifier-closes-prompt',
    'a verdict that arrives first closes the prompt, unless the person has begun',
  ),
  s(
    'permission/prompt-shows',
    'the prompt shows tool, whole input made visible, warning, cwd, why, and an editable rule',
  ),
  s('permission/prompt-answers', 'allow once, always allow (saved in a chosen source), deny with a message'),
  s('permission/unattended', 'where nobody can answer the call is refused and the text says so'),
  s(
    'permission/denial-tracking',
    'denials in a row are counted by tool and pattern; after a number the model is told to change course',
  ),
  s('permission/denial-reset', 'an allowed call of the same pattern resets the count'),
  s('permission/chain-order', 'the links stand in the order of the rulings, every one named'),
  s('permission/only-deny-ends', 'links collect voices; only a deny ends the chain early'),
  s('permission/nothing-spoke', 'nothing spoke: ask; nobody to ask: refuse'),
  s(
    'permission/advise-limits',
    "under advise a hook's allow never skips critical rm, a tool that requires a person, or validation's ask",
  ),
  s('permission/pure-decide', 'analyse and decide are pure; only gather asks ports'),
  s(
    'permission/rewrite-again',
    'a rewritten input goes through schema, validation, analysis, rules and classifier again',
  ),
  s(
    'permission/rewrite-last-wins',
    'of several rewriting hooks the last in configuration order wins whole, the others are named',
  ),
  s(
    'permission/binding',
    'a decision binds to input, cwd and settings version; if one changed it is made again',
  ),
  s(
    'permission/uncertain-asks',
    'where a Bash deny or ask rule exists, an uncertain command asks in every mode',
  ),
  s(
    'permission/bare-bash',
    'a bare Bash allow covers undecidable lines only where no Bash deny or ask rule exists',
  ),
  s('permission/long-commands', 'commands over 10,000 characters are never read-only'),
  s('permission/bypass-root', 'bypassPermissions as root: allowed, warned once'),
  s('permission/cd-same-repository', 'a cd into a folder of the same repository costs no prompt'),
  s('permission/classifier-unreachable', 'a classifier that is not reachable leads to the prompt'),
  s('permission/permission-request-hooks', 'PermissionRequest hooks speak before the prompt', 'issue 8'),
  s('permission/auto-pause', 'auto mode pauses after 3 denials in a row or 20 in all', 'issue 8'),
  // trust
  s(
    'trust/waits',
    'until trusted, allow rules, hooks and env of project and local settings wait; deny and ask apply',
  ),
  s('trust/says-yes', '--trust and the option of the embedder say yes'),
  s('trust/record', 'trust is recorded per folder and per changed file', 'issue 5'),
  // settings
  s('settings/comments', 'comments and trailing commas are tolerated'),
  s('settings/syntax-error', 'any other syntax error rejects that file: every call asks, with file:line'),
  s('settings/bad-entry', 'a bad entry drops alone'),
  s(
    'settings/bad-deny',
    'a deny or ask rule that cannot be parsed makes its tool ask (every tool where the name is unreadable)',
  ),
  s('settings/write-deny', 'a deny Write(x) counts as Edit(x), with a warning'),
  s('settings/alias-rule', 'a rule that names an alias applies to the tool'),
  s('settings/own-keys', 'our own keys stand under callgate in the same files'),
  s(
    'settings/unknown-keys',
    'unknown keys are reported inside the known sections, elsewhere near misses only',
  ),
  s('settings/known-foreign-tools', 'names of tools that we lack are known names'),
  s('settings/cli-spellings', '--allowed-tools and --allowedTools, both pairs'),
  s('settings/command-source', '--command FILE.md and an option give rules of source command'),
  s('settings/remote-policy', 'remote policy: a port that fetches, the last good copy kept', 'issue 5'),
  s(
    'settings/once-is-this-call',
    '"allow once" covers this exact call; session is a destination of "always allow"',
  ),
  // stages
  s('stages/emission-once', 'stage 8 happens once a message; a call has seven stages of its own'),
  s('stages/start-when-complete', 'a call begins when its block is complete'),
  s(
    'stages/waits-for-conflicts',
    'validateInput and stage 4 wait for earlier calls of the message that may conflict',
  ),
  s('stages/call-same-scheduler', 'call() goes through the same scheduler'),
  s('stages/cap', 'the cap on parallel calls is a setting, 10 by default'),
  s('stages/output-hook-replaces', 'an output that a hook replaced goes through stage 6 again'),
  s('stages/post-structured', 'post hooks get the structured output'),
  s('stages/post-tool-batch', 'PostToolBatch gets the mapped blocks', 'issue 8'),
  s('stages/no-post-for-refused', 'a refused or cancelled call fires no post hook'),
  s(
    'stages/guidance-after-results',
    'guidance is a text block after the results, with a short line in the refusal',
  ),
  s('stages/prompt-delay', 'the prompt waits up to promptDelayMs for a verdict'),
  s('stages/stop', 'the final value is { message, stop? }'),
  s('stages/run-dash-session', '`run -` is one session until the input ends'),
  s('stages/session-continue', '--session ID goes on with a session'),
  s(
    'stages/session-keeps',
    'a session keeps cwd, read ledger, background tasks and grants, under the state folder, private',
  ),
  s('stages/no-api-keys', 'children do not inherit API keys of our process unless a setting says so'),
  s('stages/redaction', 'keys known by shape are redacted in the journal'),
  s('stages/person-denial-text', "a person's denial has one cancel message"),
  s(
    'stages/ai-sdk-tools',
    'AI-SDK tools are adapted at registration: zod or jsonSchema(), async iterables, toModelOutput, needsApproval',
  ),
  s('stages/progress-argument', 'progress is an argument of tool.call'),
  // 5
  s('execution/progress', 'progress is streamed as it happens'),
  s('execution/timeout', 'every call has a timeout and an abort signal'),
  s(
    'execution/group-kill',
    'an aborted or timed-out process is ended with its group, and its output so far is in the result',
  ),
  s('execution/explicit-timeout', 'an explicit timeout is a limit: the group is ended, an error says so'),
  s(
    'execution/threshold',
    'without one the default is the threshold: moved to the background, but for the documented list',
  ),
  s(
    'execution/background',
    'run_in_background returns a task id; output can be read and the task ended later',
  ),
  s('execution/merged-spool', 'output is one merged spool in order'),
  s('execution/sandbox', 'sandbox where the platform has one', 'a later issue'),
  // 6
  s('result/maps', 'the tool maps its output to a result block'),
  s('result/saved', 'over maxResultSizeChars: saved whole, with path, size, preview and a note'),
  s('result/flat-memory', 'a large output never sits in memory'),
  // 7
  s(
    'posthooks/events',
    'PostToolUse after success, PostToolUseFailure after failure, with name, input, output or error',
  ),
  s('posthooks/case-sensitive', 'a misspelt event never fires and is reported with file and line'),
  // 8
  s('emission/one-message', 'one user message, results in call order, before any other content'),
  // errors
  s('errors/classify-safe', 'classifyToolError: a message marked safe is used'),
  s('errors/classify-errno', 'classifyToolError: an errno code becomes Error:CODE'),
  s('errors/classify-name', 'classifyToolError: a name longer than three characters is used'),
  s('errors/classify-error', 'classifyToolError: any other Error is Error'),
  s('errors/classify-unknown', 'classifyToolError: anything else is UnknownError'),
  s('errors/classify-identifiers', 'a code or name counts only if it consists of identifier characters'),
  s('errors/mcp', 'an MCP tool error goes to the model; an auth error starts the OAuth flow', 'issue 9'),
  // layers and machine
  s('layers/imports', 'imports go downwards only, as the layer table says'),
  s('layers/one-execution', 'only 5-execution calls tool.call; `as PermittedCall` stands in permit.ts alone'),
  s('layers/std-streams', 'standard streams: prompt/terminal, cli and entry files of child processes only'),
  s('layers/pure', 'decide() and the shell analyser import nothing from node:'),
  s('layers/no-barrels', 'an index.ts is imported by nobody inside src'),
  s('machine/bench', 'bench/ has its own lock file and floors', 'issue 3'),
  s('machine/smoke', 'everything on Node 20, a smoke run on 22 and 24'),
  s('machine/confirm', 'commands of tables run for proof only inside bubblewrap', 'issue 4'),
]
