import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../src/shell/analyse-command.js'

describe('the folders a line moves through', () => {
  it.each<[string, readonly (readonly (string | undefined)[])[], string]>([
    ['cd sub && cat ../x', [['sub']], 'the second part runs only where the first went well'],
    ['cd sub; cat ../x', [['sub'], []], 'a cd that fails changes nothing, and the line goes on'],
    ['cd sub || exit 1; cat ../x', [['sub']], 'a line that ends where the cd fails'],
    ['cd sub || true; cat ../x', [['sub'], []], 'a line that goes on'],
    ['(cd sub); cat ../x', [[]], 'a subshell moves alone'],
    ['cd a | cat; cat ../x', [[]], 'each part of a pipe is a subshell'],
    ['cd sub & cat ../x', [[]], 'so is what runs in the background'],
    ['if cd a; then cat ../x; fi', [['a'], []], 'a statement of its own, taken like any other'],
    ['if true; then cd a; else cat ../x; fi', [[]], 'the other branch did not move'],
    [
      'for d in 1 2; do cat ../x; cd ..; done',
      [[], [undefined]],
      'a later round begins where an earlier one ended',
    ],
    ['for d in 1 2; do (cd "$d"); cat ../x; done', [[]], 'a subshell in a loop'],
    ['cd "$x" && cat ../x', [[undefined]], 'only the run decides'],
    ['cd - && cat ../x', [[undefined]], 'an earlier folder'],
    ['cd && cat ../x', [['~']], 'home'],
    ['cd -P -- a && cat ../x', [['a']], 'options'],
    ['pushd a && cat ../x', [['a']], 'pushd'],
    ['pushd a && popd && cat ../x', [[]], 'and back'],
    ['command cd a && cat ../x', [['a']], 'under another name'],
    ['f() { cat ../x; }; cd a; f', [[undefined]], 'a function runs where it is called'],
    ['d=sub; cd $d && cat ../x', [['sub']], 'a value that the line itself gives'],
  ])('%s reads from %j (%s)', (command, folders) => {
    const read = analyseCommand(command).paths.filter(({ path }) => path === '../x')
    expect(read.map(({ after }) => after)).toEqual(folders)
  })

  it('names each folder that it moves to as a path', () => {
    expect(analyseCommand('cd a && cd "$b"').paths.filter(({ via }) => via === 'cd')).toEqual([
      { access: 'read', path: 'a', text: 'a', via: 'cd', after: [] },
      { access: 'read', path: undefined, text: '"$b"', via: 'cd', after: ['a'] },
    ])
  })

  it('tells where the line leaves the shell', () => {
    expect(analyseCommand('cd a && cd ../b').directoryChanges).toEqual(['a', '../b'])
    expect(analyseCommand('(cd a)').directoryChanges).toEqual([])
    expect(analyseCommand('cd "$(pwd)"').directoryChanges).toEqual([undefined])
  })
})

describe('the files a line names', () => {
  it.each<[string, readonly (string | undefined)[], string]>([
    ['f=src/a; cat "$f"', ['src/a'], 'a value that the line itself gives'],
    ['for f in a b; do cat "$f"; done', ['a', 'b'], 'each value of a loop'],
    ['cat "$HOME/x"', ['~/x'], 'home under its other name'],
    ['cat \\~/x', ['./~/x'], 'a tilde in quotes is a plain character'],
    ['cat ~root/x', [undefined], "somebody else's home"],
    ["x='.e*'; cat -- $x", [undefined], 'a value with a glob in it, unquoted'],
    ["x='a b'; cat -- $x", [undefined], 'a value that is split'],
    ['x=a; read x; cat -- "$x"', [undefined], 'a value that something else may change'],
    ['x=a; ((x=1)); cat -- "$x"', [undefined], 'arithmetic may change it'],
    ['x=a; for i in 1; do x=b; done; cat -- "$x"', [undefined], 'a loop may change it'],
    ['x=a; true && x=b; cat -- "$x"', [undefined], 'one part may change it'],
    ['(x=a); cat -- "$x"', [undefined], 'a subshell keeps it to itself'],
    ["bash -c 'cat x'", ['x'], 'what an inner shell reads'],
    ['timeout 5 cat x', ['x'], 'what a command behind a wrapper reads'],
    ['env -C src cat x', ['x'], 'from where the wrapper moves to'],
  ])('%s reads %j (%s)', (command, paths) => {
    const read = analyseCommand(command).paths.filter(
      ({ access, via }) => access === 'read' && via === 'argument',
    )
    expect(read.map(({ path }) => path)).toEqual(paths)
  })

  it('knows the glob behind the variable of a loop, but only where it stands alone', () => {
    const patternIn = (command: string) => analyseCommand(command).paths.map(({ pattern }) => pattern)
    expect(patternIn('for f in src/*.ts; do cat "$f"; done')).toEqual(['src/*.ts'])
    expect(patternIn('for f in src/*; do cat "$f/../../x"; done')).toEqual([undefined])
  })

  it.each([
    ['ls > out', [['write', 'out']]],
    ['ls >/dev/null 2>&1', []],
    ['cat < in', [['read', 'in']]],
    ['{ ls; } >> out', [['write', 'out']]],
    ['while read -r x; do :; done < in', [['read', 'in']]],
    ['ls &> out', [['write', 'out']]],
    ['ls >& out', [['write', 'out']]],
    ['ls <> out', [['write', 'out']]],
    ['ls > "$x"', [['write', undefined]]],
    ["bash -c 'ls > out'", [['write', 'out']]],
  ])('%s redirects %j', (command, expected) => {
    const redirected = analyseCommand(command).paths.filter(({ via }) => via === 'redirect')
    expect(redirected.map(({ access, path }) => [access, path])).toEqual(expected)
  })

  it('gives every path of a command to the command, the same object', () => {
    const { commands, paths } = analyseCommand('cat a > b && { ls c; } > d')
    const own = new Set(commands.flatMap((command) => command.paths))
    expect(paths.filter((mention) => !own.has(mention)).map(({ path }) => path)).toEqual(['d'])
  })
})

describe('what shows variables of the environment', () => {
  it.each([
    ['echo $AWS_SECRET_ACCESS_KEY'],
    ['x=$AWS_SECRET_ACCESS_KEY; echo $x'],
    ['cat <<< "$TOKEN"'],
    ['cat <<E\n$TOKEN\nE'],
    ['for x in $TOKEN; do echo "$x"; done'],
    ['echo ${TOKEN:0:3}'],
    ['a=("$TOKEN"); echo "${a[0]}"'],
  ])('%s is not read-only', (command) => {
    expect(analyseCommand(command).readOnly.value).toBe(false)
  })

  it.each([
    ['echo $USER $HOME'],
    ['[ -n "$TOKEN" ] && echo set'],
    ['[[ -n $TOKEN ]] && echo set'],
    ["echo '$TOKEN'"],
  ])('%s is', (command) => {
    expect(analyseCommand(command).readOnly.value).toBe(true)
  })
})

describe('removals that no rule may allow', () => {
  it.each([
    ['rm -rf /'],
    ['rm -rf //'],
    ['rm -rf /*'],
    ['rm -rf /usr'],
    ['rm -rf /usr/*'],
    ['rm -r /etc/'],
    ['rm -rf ~'],
    ['rm -rf ~/'],
    ['rm -rf ~/*'],
    ['rm -rf ~root'],
    ['rm -rf "$HOME"'],
    ['rm -rf ${HOME}/'],
    ['rm -rf $HOME/*'],
    ['rm -rf .'],
    ['rm -rf ./'],
    ['rm -rf ..'],
    ['rm -rf ../..'],
    ['rm -rf src/..'],
    ['rm -rf *'],
    ['rm *'],
    ['rm -rf ./*'],
    ['rm -rf .*'],
    ['rm -rf ../*'],
    ['rm -rf "$PWD"'],
    ['rm -rf $(pwd)'],
    ['rm -rf /{bin,etc}'],
    ['rm -rf /home/dev'],
    ['rmdir /tmp'],
    ['rm -rf "$DIR"/*'],
    ['rm -rf $DIR/'],
    ['rm -rf "$DIR/"*'],
    ['rm -rf ${BUILD_DIR:-/}'],
    ['rm -rf --no-preserve-root x'],
    ['sudo rm -rf /'],
    ['/bin/rm -rf /'],
    ['timeout 5 env A=1 rm -rf /'],
    ["bash -c 'rm -rf ~'"],
    ['echo $(rm -rf /)'],
    ['find . -exec rm -rf / \\;'],
    ['d=/; rm -rf $d'],
    ['true || rm -rf /'],
    ["trap 'rm -rf /' EXIT"],
    ['eval rm -rf /'],
    ['rm -rf -- /'],
    ['cd /tmp && rm -rf ../*'],
  ])('%s', (command) => {
    expect(analyseCommand(command).criticalRemovals).not.toEqual([])
  })

  it.each([
    ['rm -rf build'],
    ['rm -rf ./build/*'],
    ['rm -rf /tmp/x'],
    ['rm -rf /tmp/*'],
    ['rm -rf "$DIR"'],
    ['rm -rf node_modules dist'],
    ['rm *.tmp'],
    ['rm -rf ~/project/build'],
    ['rm -rf "$DIR/build"'],
    ['echo "rm -rf /"'],
    ['git rm -r src'],
    ['rm -f /home/dev/proj/x'],
    ["rm '*'"],
  ])('not %s', (command) => {
    expect(analyseCommand(command).criticalRemovals).toEqual([])
  })
})

describe('what could run, as deny and ask rules see it', () => {
  it.each([
    ['A=1 rm x', ['rm x', 'A=1 rm x']],
    ['/bin/rm x', ['/bin/rm x', 'rm x']],
    ["git 'pu'sh --force", ['git push --force']],
    ['npm  run\ttest', ['npm run test']],
    ['nice -n 5 ionice -c 2 sudo -E rm x', ['rm x']],
    ['sudo -u root -- rm x', ['rm x']],
    ['env -u X -C src A=1 rm x', ['rm x', 'A=1 rm x']],
    ["bash -euo pipefail -c 'rm x'", ['rm x']],
    ["bash -O extglob -lc 'cd y && rm x' name", ['cd y', 'rm x']],
    ['find . -name a -execdir rm {} +', ['rm {}']],
    ['fd -e md -x rm', ['rm']],
    ['parallel rm ::: x', ['rm']],
    ['xargs -0 -n1 rm -f', ['rm -f']],
    ["bash <<'E'\nrm x\nE", ['rm x']],
    ["sh <<< 'rm x'", ['rm x']],
    ["printf 'rm x\\n' | sh", ['rm x']],
    ["trap 'rm x' EXIT", ['rm x']],
    ["eval 'rm' x", ['rm x']],
    ["watch -n1 'rm x'", ['rm x']],
    ["su dev -c 'rm x'", ['rm x']],
    ['exec rm x', ['rm x']],
    ['flock lock rm x', ['rm x']],
    ["flock lock -c 'rm x'", ['rm x']],
    ['tee >(rm x)', ['rm x']],
    ["git submodule foreach --recursive 'rm x'", ['rm x']],
    ['coreutils --coreutils-prog=rm x', ['rm x']],
    ['command -p rm x', ['rm x']],
    ['time -p rm x', ['rm x']],
  ])('%s', (command, texts) => {
    expect(analyseCommand(command).possible.map(({ text }) => text)).toEqual(expect.arrayContaining(texts))
  })

  it.each([
    ['echo "git push"', 'git push', 'text is only text'],
    ["cat <<'E'\nrm x\nE", 'rm x', 'so is a here-document'],
    ["grep 'rm x' a.txt", 'rm x', 'and a pattern'],
    ['command -v rm', 'rm', 'a question, no command'],
  ])('%s does not run %s (%s)', (command, text) => {
    expect(analyseCommand(command).possible.map((each) => each.text)).not.toContain(text)
  })

  it.each(["sh -c 'rm x && ls'", "dash -c 'echo $((1))'", 'zsh -c "rm x"', "bash -c 'rm x &> y'"])(
    'takes %s for what bash would make of it',
    (command) => expect(analyseCommand(command).uncertain).toEqual([]),
  )

  it('leaves a word out of argv that only the run decides', () => {
    const [command] = analyseCommand('rm -rf "$x"').commands
    expect(command?.argv).toBeUndefined()
    expect(command?.text).toBe('rm -rf "$x"')
    expect(analyseCommand('rm -rf "$x"').possible[0]?.argv).toEqual(['rm', '-rf', undefined])
    // bash hands over the name of a pipe, with a number that only the run knows
    expect(analyseCommand('command cat <(ls)').possible.map(({ argv }) => argv)).toContainEqual([
      'cat',
      undefined,
    ])
  })

  it.each([
    ['dd of=~/x', 'bash puts the home folder in, as in an assignment'],
    ['dd of=a:~/x', 'also behind a colon'],
  ])('knows no argv of %s (%s)', (command) => {
    expect(analyseCommand(command).commands[0]?.argv).toBeUndefined()
  })

  it.each([
    ['ls --of=~/x', ['ls', '--of=~/x'], 'no name of a variable'],
    ['ls a:~', ['ls', 'a:~'], 'no assignment'],
  ])('knows the argv of %s', (command, argv) => {
    expect(analyseCommand(command).commands[0]?.argv).toEqual(argv)
  })

  it('takes a safe assignment before a command for nothing, any other for a doubt', () => {
    expect(analyseCommand('NODE_ENV=test npm test').uncertain).toEqual([])
    expect(analyseCommand('NODE_ENV=test npm test').commands[0]?.text).toBe('npm test')
    expect(analyseCommand('FOO=1 npm test').uncertain.map(({ reason }) => reason)).toEqual(['it sets FOO'])
    expect(analyseCommand('NODE_ENV=$(id) npm test').uncertain).not.toEqual([])
  })
})
