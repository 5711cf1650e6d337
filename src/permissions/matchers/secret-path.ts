import { splitPath } from './path-text.js'

const folders = new Set('.ssh .gnupg .aws .azure .kube .docker .password-store gcloud keychains'.split(' '))
const names =
  /^(\.env(\..+)?|\.envrc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.npmrc|\.pypirc|\.htpasswd|credentials(\.json)?|secrets?\.(json|ya?ml|toml|env)|service-account.*\.json|id_(rsa|dsa|ecdsa|ed25519)|.+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg))$/i
const harmless = /^\.env\.(example|sample|template|dist|defaults)$|\.pub$/i

/** The part of the path by which it looks like a secret: a read of it is never free. */
export function secretPart(path: string): string | undefined {
  const segments = splitPath(path)
  const last = segments.at(-1) ?? ''
  if (segments[0] === 'proc' && /^(environ|mem|maps)$/.test(last)) return `/proc/…/${last}`
  if (path === '/etc/shadow' || path === '/etc/gshadow' || path.startsWith('/etc/sudoers')) return path
  const folder = segments.find((segment) => folders.has(segment.toLowerCase()))
  if (folder !== undefined) return harmless.test(last) && !/^\.env/.test(last) ? undefined : folder
  return names.test(last) && !harmless.test(last) ? last : undefined
}
