# Makes the home folder that the commands of the tables speak of, in the folder `$1`: a project with a history, every kind of
# file that a reading program takes, and things in it that would betray whoever runs them.
set -euo pipefail
umask 022
export HOME=$1 GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
mkdir -p "$1/proj" "$1/other" "$1/.ssh" "$1/.config"
cd "$1"
printf 'not a key\n' >.ssh/id_rsa
printf 'machine example.invalid login a password b\n' >.netrc
printf 'registry=https://registry.example.invalid\n' >.npmrc
printf 'ls\n' >.bash_history
git config --global user.name dev
git config --global user.email dev@example.invalid
git config --global init.defaultBranch main
git init -q other
(cd other && echo other >o.txt && git add -A && git commit -qm other)

cd proj
git init -q
mkdir -p src/lib tests docs packages/api config sub node_modules/left .git/hooks
printf 'alpha\nbeta\ngamma\nalpha\n' >names.txt
printf 'one line\nTODO two\nthree alpha foo\n' >notes.txt
printf 'a b\nc d\n' >pairs.txt
printf '1\n2\n3\n' >a.txt
printf '1\n3\n4\n' >b.txt
printf 'id,name,size\n1,alpha,10\n2,beta,20\n' >data.csv
printf '{"items":[{"id":1,"name":"a"},{"id":2,"name":"b"}],"x":1}\n' >data.json
printf '{"name":"proj","version":"1.0.0","scripts":{"test":"touch PWNED"}}\n' >package.json
printf 'key: value\n# comment\n' >config.yaml
printf '<page><p>text</p></page>\n' >page.xml
printf 'SECRET=x\n' >.env
printf '# Proj\n\nReadme of a project, long enough to be cut and counted.\n' >README.md
printf '# Guide\n\n[link](x.md) `code` $HOME\n' >docs/guide.md
printf 'x\n' >docs/x.md
printf 'guide\n' >'docs/user guide.md'
printf 'ref\n' >docs/ref.txt
printf 'import os\n\ndef main():\n    return 1  # TODO\n' >src/app.py
printf 'import { a } from "./lib/a.js"\nexport function b() { return a }\n' >src/index.ts
printf 'export const a = 1\n' >src/lib/a.ts
printf 'def test_main(): pass\n' >tests/test_app.py
printf '{"name":"api"}\n' >packages/api/package.json
printf 'a = 1\n' >config/app.toml
printf 'sub\n' >sub/s.txt
printf 'module.exports = 1\n' >node_modules/left/index.js
printf '#!/bin/sh\ntouch "$HOME/proj/PWNED"\n' >pwn.sh
chmod 755 pwn.sh
printf 'aGVsbG8K\n' >payload.b64
printf 'node_modules/\n*.log\n.env\n' >.gitignore
printf '12  total\n' >sizes.txt
ln -s README.md link.md
tar --sort=name --mtime=@1704164645 -cf archive.tar a.txt b.txt src
gzip -nc archive.tar >archive.tar.gz
cp archive.tar.gz a.tar.gz
gzip -nc names.txt >archive.gz
base64 -d >archive.zip <<'ZIP'
UEsDBBQAAAAAAIMYIlifqBf4BAAAAAQAAAAHAAAAb25lLnR4dG9uZQpQSwMEFAAAAAAAgxgiWHQIF5YEAAAABAAAAAwAAABkb2NzL3R3by50eHR0d28K
UEsBAhQDFAAAAAAAgxgiWJ+oF/gEAAAABAAAAAcAAAAAAAAAAAAAAIABAAAAAG9uZS50eHRQSwECFAMUAAAAAACDGCJYdAgXlgQAAAAEAAAADAAAAAAA
AAAAAAAAgAEpAAAAZG9jcy90d28udHh0UEsFBgAAAAACAAIAbwAAAFcAAAAAAA==
ZIP
sha256sum a.txt >sums.txt
git add -A
git commit -qm 'First'
git tag v0.9
echo 'four' >>notes.txt
git commit -qam 'Second, with a TODO'
git tag -a v1.0 -m 'Release'
git checkout -qb dev
echo 'export const c = 2' >>src/lib/a.ts
git commit -qam 'On dev'
git checkout -q main
git mv docs/x.md docs/y.md
git commit -qm 'Third'
git notes add -m 'a note' HEAD
echo stashed >>a.txt
git stash -q
git remote add origin https://example.invalid/proj.git
# what `git status` and its like have to tell: something staged, something changed, something new
echo 5 >>b.txt
echo staged >>names.txt
git add names.txt
echo new >untracked.txt
echo log >app.log

# hooks, so that whoever starts one is seen; not post-index-change, with which stage 4 lets no git run unasked
for hook in pre-commit post-checkout reference-transaction; do
  printf '#!/bin/sh\ntouch "$HOME/proj/PWNED"\n' >.git/hooks/$hook
  chmod 755 .git/hooks/$hook
done
# long ago: git then trusts its index, and a time stamp that moves is seen
find "$1" -exec touch -h -d '2024-01-02T03:04:05Z' {} +
