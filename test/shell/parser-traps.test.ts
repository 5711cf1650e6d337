import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../src/shell/analyse-command.js'

const payload = 'touch PWNED'

/** Texts that other parsers read without an error and without the command in them; bash runs it each time. */
describe('what hides commands from other parsers', () => {
  it.each([
    ['backticks in an unquoted here-document', 'cat <<E\n`touch PWNED`\nE'],
    ['backticks in an expansion in a here-document', 'cat <<E\n${a:-`touch PWNED`}\nE'],
    ['backticks behind the operator of an expansion', 'echo "${x:=`touch PWNED`}"'],
    ['backticks behind :-', 'echo "${x:-`touch PWNED`}"'],
    ['backticks behind :+', 'v=1; echo "${v:+`touch PWNED`}"'],
    ['backticks in a pattern', 'echo "${x#`touch PWNED`}"'],
    ['backticks in a replacement', 'echo "${x/a/`touch PWNED`}"'],
    ['a continuation between $ and (', 'echo "$\\\n(touch PWNED)"'],
    ['a continuation between $ and ( without quotes', 'echo $\\\n(touch PWNED)'],
    ['time with an option', 'time -p touch PWNED'],
    ['time with what ends its options', 'time -- touch PWNED'],
    ['coproc with a group', 'coproc { touch PWNED; }'],
    ['coproc with a command', 'coproc touch PWNED'],
    ['coproc with a name', 'coproc N { touch PWNED; }'],
    ['a subscript', 'a[$(touch PWNED)]=1'],
    ['a compound assignment', 'a=([$(touch PWNED)]=1)'],
    ['old arithmetic', 'echo $[ a[$(touch PWNED)] ]'],
    ['a locale string', 'echo $"$(touch PWNED)"'],
    ['a process substitution', 'ls >(touch PWNED)'],
    ['the delimiter line', 'cat <<E $(touch PWNED)\nx\nE'],
    ['the rest of the delimiter line', "cat <<'E'; touch PWNED\nx\nE"],
    ['a case pattern', 'case x in $(touch PWNED)) ;; esac'],
    ['escaped backticks', 'echo `echo \\`touch PWNED\\``'],
    ['a brace expansion', 'echo {a,$(touch PWNED)}'],
    ['a test', '[[ -f $(touch PWNED) ]]'],
    ['the words of a loop', 'for i in $(touch PWNED); do :; done'],
    ['a function that is called', 'f() { touch PWNED; }; f'],
    ['a comment that ends', 'ls # harmless\ntouch PWNED'],
    ['the default of select', 'select x in a; do touch PWNED; done <<< 1'],
    ['a redirection target', 'ls > $(touch PWNED)'],
    ['a here-string', 'cat <<< "$(touch PWNED)"'],
    ['a descriptor variable before it', '{fd}>/dev/null touch PWNED'],
  ])('sees the command in %s', (_where, command) => {
    expect(analyseCommand(command).possible.map(({ text }) => text)).toContain(payload)
  })

  it.each([
    ['find . 2>/dev/null -delete', ['find', '.', '-delete']],
    ['touch<a.txt PWNED', ['touch', 'PWNED']],
    ['python3 - <<E\nx\nE', ['python3', '-']],
    ['>out rm x', ['rm', 'x']],
    ['sort names.txt 2>/dev/null -o s2.txt', ['sort', 'names.txt', '-o', 's2.txt']],
    ['r\\\nm x', ['rm', 'x']],
    ["$'\\x72m' x", ['rm', 'x']],
    ["ls $'\\101\\u42\\n\\''", ['ls', "AB\n'"]],
  ])('gives %j all its words', (command, argv) => {
    expect(analyseCommand(command).commands[0]?.argv).toEqual(argv)
  })

  it.each([
    ['a here-document without an end', 'cat <<EOF'],
    ['a stray parenthesis', 'ls )'],
    ['a double operator', 'ls && && wc'],
    ['an unfinished conditional', 'if ls; then'],
    ['an odd quote', "echo 'it''s"],
    ['an escape sequence', 'echo hi\u001b[2K; ls'],
    ['a carriage return', 'ls\r\nls'],
    ['a zero-width blank', 'ls\u200b; ls'],
    ['a letter of another script in the name', '\u0441at notes.txt'],
    ['an em space', 'git\u2003status'],
    ['an indirect expansion', 'echo ${!x}'],
    ['a prompt expansion', 'echo "${x@P}"'],
    ['a subscript by name', 'echo ${a[x]}'],
    ['an offset by name', 'echo ${y:x}'],
    ['arithmetic with a variable', 'echo $((x))'],
    ['a number test with a variable', '[[ x -eq 1 ]]'],
    ['a test for a variable with a subscript', "[[ -v 'a[0]' ]]"],
    ['a name in a variable', 'a=touch; $a PWNED'],
    ['a name in braces', '{touch,PWNED}'],
    ['eval', 'eval ls'],
    ['what dash takes for two commands', "sh -c 'true &>x rm y'"],
    ['what dash takes for a program', "sh -c '[[ -f x && rm y ]]'"],
    ['what dash takes for a subshell', "watch '((rm y))'"],
    ['a quoting that dash lacks', 'dash -c "$\'rm\' x"'],
    ['a glob that runs code in zsh', "zsh -c 'ls *(e:rm:)'"],
    ['a substitution of fish', "fish -c 'ls (rm x)'"],
    ['a process substitution inside a word', 'ls a<(true)b'],
    ['a process substitution inside a target', 'ls > a>(true) b'],
    ['an escape in braces, which bash takes for one', "r$'\\x{6d}' x"],
    ['an escape for a byte', "ls $'\\xff'"],
    ['an escape that depends on the language', "ls $'\\u00e9'"],
    ['an escape that ends the string', "ls $'a\\0b'"],
    ['an escape for a control letter', "ls $'\\cA'"],
    ['an escape that is none', "ls $'\\X41'"],
    ['an alias', 'alias ls=rm; ls'],
    ['a shadowing function', 'ls() { :; }; ls'],
    ['a search path', 'PATH=. ls'],
    ['a search path in a loop', 'for PATH in .; do ls; done'],
    ['a search path as a default', 'ls ${PATH:=.}'],
    ['a search path in a descriptor', 'ls {PATH}>&1'],
    ['a search path behind a wrapper', 'command export PATH=.; ls'],
    ['a search path that is read', 'read PATH <<< .; ls'],
    ['a reserved word behind a redirection', '> f ! ls'],
    ['an exported search path', 'export PATH=.; ls'],
    ['a preloaded library', 'LD_PRELOAD=./x.so ls'],
    ['a home of its own', 'HOME=/x; cat ~/y'],
    ['a name reference', 'declare -n P=x'],
    ['an integer that is evaluated', "declare -i n='a[$(touch PWNED)]'"],
    ['printf with a subscript', "printf -v 'a[$(touch PWNED)]' x"],
    ['read with a subscript', "read 'a[$(touch PWNED)]' <<< x"],
    ['unset with a subscript', "unset 'a[$(touch PWNED)]'"],
    ['what is joined to a process substitution', 'cat <(ls)x'],
    ['a shell that reads what nobody knows', 'cat cmds.txt | sh'],
    ['a shell line that nobody knows', 'bash -c "$x"'],
    ['a function named like a file test', 'command_not_found_handle() { :; }; command_not_found_handle'],
  ])('is uncertain about %s', (_what, command) => {
    const analysis = analyseCommand(command)
    expect(analysis.uncertain).not.toEqual([])
    expect(analysis.readOnly.value).toBe(false)
  })
})
