const keyless =
  /^([\w./-]*\/)?[\w.-]*\*[\w*-]*\.(?!(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|env|json|ya?ml|toml)$)\w+$/i

/** `*.ts`, `test_*.py`: a pattern of names that end like files which hold no keys. */
export function isKeylessKind(pattern: string): boolean {
  return keyless.test(pattern)
}
