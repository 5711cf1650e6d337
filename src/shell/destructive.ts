import type { CommandRedirect, PossibleCommand } from './analysis.js'

interface Warning {
  readonly program: RegExp
  /** Over the arguments, joined by blanks, a blank before and behind. */
  readonly args: RegExp
  readonly loses: string
}

const warnings: readonly Warning[] = [
  { program: /^(rm|unlink)$/, args: /./, loses: 'files are removed, not put into a bin' },
  { program: /^rmdir$/, args: / (-p|--parents) /, loses: 'folders are removed' },
  { program: /^shred$/, args: /./, loses: 'files are overwritten and cannot be brought back' },
  {
    program: /^git$/,
    args: / push .*(--force\b|--force-with-lease|--mirror|--delete| -f | -[a-z]*f| -d | \+\S| :\S)/,
    loses: 'commits on the remote may be lost',
  },
  {
    program: /^git$/,
    args: / reset (?!.* -- )/,
    loses: 'the branch moves, and changes that are not committed may be lost',
  },
  {
    program: /^git$/,
    args: / clean .*(-[a-zA-Z]*[fdxX]|--force)/,
    loses: 'files that git does not know are deleted',
  },
  {
    program: /^git$/,
    args: / (checkout|restore) .*( -- | \. |--force| -f |--worktree|--ours|--theirs)|^ (-C \S+ )?restore (?!--staged)/,
    loses: 'changes that are not committed are lost',
  },
  {
    program: /^git$/,
    args: / branch\b.*( -[a-zA-Z]*[Ddf]| --delete| --force| -M) /,
    loses: 'commits of that branch may be lost',
  },
  { program: /^git$/, args: / stash (drop|clear|pop)/, loses: 'what was put away may be lost' },
  {
    program: /^git$/,
    args: / (reflog (expire|delete)|gc .*--prune|filter-branch|filter-repo|update-ref -d|tag\b.* (-d|-f|--delete|--force) |sparse-checkout |worktree remove|rm |switch .*(--force|-f |--discard-changes)|rebase .*--onto|prune )/,
    loses: 'history or files may be lost',
  },
  { program: /^dd$/, args: / of=/, loses: 'what the target holds is overwritten' },
  {
    program: /^(mkfs(\..+)?|mke2fs|wipefs|blkdiscard|mkswap|fdisk|sfdisk|parted|sgdisk|cryptsetup)$/,
    args: /./,
    loses: 'what is on the device is lost',
  },
  { program: /^truncate$/, args: /./, loses: 'what the file holds is cut' },
  { program: /^find$/, args: / (-delete|-exec(dir)? .*\brm\b) ?/, loses: 'the files found are deleted' },
  {
    program: /^(mysql|psql|sqlite3|mariadb|sqlcmd|clickhouse-client|duckdb)$/,
    args: /\b(drop\s+(table|database|schema|index|view)|truncate\s|delete\s+from)/i,
    loses: 'data of the database is deleted',
  },
  {
    program: /^(mongo|mongosh|redis-cli)$/,
    args: /\b(dropDatabase|drop\(|deleteMany|flushall|flushdb|del )/i,
    loses: 'data of the database is deleted',
  },
  { program: /^(dropdb|dropuser)$/, args: /./, loses: 'the database is deleted' },
  {
    program: /^(terraform|tofu|pulumi|cdk|terragrunt)$/,
    args: / (destroy|apply .*-destroy|state rm|workspace delete)/,
    loses: 'infrastructure is destroyed',
  },
  {
    program: /^(kubectl|oc)$/,
    args: / (delete|drain|replace .*--force)/,
    loses: 'objects of the cluster are deleted',
  },
  { program: /^helm$/, args: / (uninstall|delete|rollback) /, loses: 'a release is taken away' },
  {
    program: /^(docker|podman)$/,
    args: / (rm|rmi|prune|kill)\b| (system|volume|image|container|network|builder) (prune|rm)| compose .*down/,
    loses: 'containers, images or volumes are removed',
  },
  { program: /^docker-compose$/, args: / (down|rm|kill)/, loses: 'containers or volumes are removed' },
  {
    program: /^(chmod|chown|chgrp)$/,
    args: / (-[a-zA-Z]*R|--recursive)/,
    loses: 'modes or owners of a whole tree are changed',
  },
  {
    program: /^(kill|pkill|killall)$/,
    args: / (-9|-KILL|-SIGKILL|-s (9|KILL)) | -1 |^ \S/,
    loses: 'processes are ended, and what they had not saved',
  },
  { program: /^(shutdown|reboot|halt|poweroff)$/, args: /|./, loses: 'the machine stops' },
  {
    program: /^(npm|pnpm|yarn)$/,
    args: / (unpublish|deprecate|cache clean)/,
    loses: 'a published package or a cache is taken away',
  },
  {
    program: /^gh$/,
    args: / (repo|release|secret|issue|gist|run|cache|label|variable|ssh-key) delete/,
    loses: 'something is deleted on GitHub',
  },
  {
    program: /^aws$/,
    args: / (s3 (rm|rb|mv|sync .*--delete)|\S+ (delete|terminate|remove|deregister)-)/,
    loses: 'something is deleted in the cloud',
  },
  {
    program: /^(gcloud|az|gsutil|doctl|heroku|fly|flyctl|vercel)$/,
    args: / (delete|rm|destroy|apps:destroy|purge|remove) ?/,
    loses: 'something is deleted in the cloud',
  },
  { program: /^(rsync)$/, args: / --delete/, loses: 'files of the target are deleted' },
  {
    program: /^(mv|cp|install)$/,
    args: / (-[a-zA-Z]*f|--force)/,
    loses: 'files of the same name are overwritten',
  },
  { program: /^(systemctl|service)$/, args: / (stop|disable|mask|kill) /, loses: 'a service is stopped' },
  { program: /^crontab$/, args: / -[a-z]*r/, loses: 'all jobs of the crontab are deleted' },
  { program: /^(userdel|groupdel|deluser)$/, args: /./, loses: 'an account is deleted' },
  {
    program: /^(iptables|nft|ufw)$/,
    args: / (-F|--flush|flush|reset|-X)/,
    loses: 'rules of the firewall are deleted',
  },
  {
    program: /^(apt|apt-get|yum|dnf|pacman|brew|snap)$/,
    args: / (remove|purge|autoremove|erase|uninstall|-R\w*) /,
    loses: 'packages are removed',
  },
  {
    program: /^diskutil$/,
    args: / (erase|partition|zero|secureErase)/i,
    loses: 'what is on the disk is lost',
  },
  { program: /^(history)$/, args: / -c/, loses: 'the history is deleted' },
  {
    program: /^(tmutil|zfs|zpool|lvremove|vgremove|btrfs)$/,
    args: / (delete|destroy|subvolume delete)|./,
    loses: 'file systems or snapshots may be destroyed',
  },
]

/** What would be lost, in words for a person; the first that is found. Devices that are written over count too. */
export function destructiveWarning(
  possible: readonly PossibleCommand[],
  redirects: readonly CommandRedirect[],
): string | undefined {
  for (const { argv } of possible) {
    const [name, ...rest] = argv
    if (name === undefined) continue
    const program = name.slice(name.lastIndexOf('/') + 1)
    const args = ` ${rest.map((arg) => arg ?? '…').join(' ')} `
    const found = warnings.find((warning) => warning.program.test(program) && warning.args.test(args))
    if (found) return `${program}: ${found.loses}.`
  }
  const device = redirects.find(
    ({ access, target }) =>
      access === 'write' && /^\/dev\/(?!null|std|fd|tty|tcp|udp|shm)/.test(target ?? ''),
  )
  return device ? `It writes over the device ${device.target}.` : undefined
}
