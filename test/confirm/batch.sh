# Runs inside the sandbox: each `N.command` of the folder `$1` in a shell of its own, one after the other, under strace and with a
# limit of `$2` seconds. Writes `N.trace`, `N.code` and the first of its errors, `N.errors`.
export -n TRACED
for file in "$1"/*.command; do
  base=${file%.command}
  # to a pipe: grep and tar do less where they write to /dev/null
  timeout -s KILL "$2" strace -f -qq --seccomp-bpf -e signal=none -e trace="$TRACED" -s 200 -o "$base.trace" \
    /bin/bash --noprofile --norc -c "$(<"$file")" </dev/null 2>"$base.errors" | head -c 200000 >/dev/null
  echo "${PIPESTATUS[0]}" >"$base.code"
done 2>/dev/null
