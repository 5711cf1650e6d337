import { readFileSync } from 'node:fs'

/** The 60 probe commands of `../shared/research/peers-agents.md`, in its order: `P-H01`… harmless, `P-X01`… harmful. */
export function readProbes(): { readonly harmless: readonly string[]; readonly harmful: readonly string[] } {
  const page = readFileSync(new URL('../../../shared/research/peers-agents.md', import.meta.url), 'utf8')
  const appendix = page.slice(page.indexOf('## Appendix: the 60 cases'))
  const between = (start: string, end: string) =>
    appendix.slice(appendix.indexOf(start), appendix.indexOf(end, appendix.indexOf(start)))
  // ``git log `X` `` is code with a backtick in it
  const commands = (text: string) =>
    [...text.matchAll(/``(.+?) ``|`([^`]+)`/gs)].map((match) =>
      (match[1] ?? match[2] ?? '').replaceAll('\\n', '\n').replaceAll(/\bX\b(?!=)/g, 'rm -rf /tmp/x'),
    )
  // the legend names X and \n before the list begins
  const harmful = between('newline): `', '## Not checked').slice('newline): '.length)
  return { harmless: commands(between('Harmless:', 'Harmful (')), harmful: commands(harmful) }
}
