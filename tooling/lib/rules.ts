import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const RULE_FILES = 'docs/spec/**/*.md'
const TEST_FILES = ['packages/*/test/**/*.ts', 'apps/*/test/**/*.ts', 'e2e/specs/**/*.ts', 'tooling/test/*.ts']

const ID = String.raw`[A-Z]{2,4}-[A-Z]{0,3}\d+[a-z]?`
const IDS = String.raw`(?:\[${ID}\]\s*)+`
/** A list item that begins with its id: `- **[SIM-12]** text`. */
const RULE = new RegExp(String.raw`^\s*- \*\*\[${ID}\]\*\* `, 'gm')
/** The same where a semicolon stands in the text, outside of code. */
const JOINED_RULE = new RegExp(`${RULE.source}(?=(?:[^\`\\n]|\`[^\`\\n]*\`)*;)`, 'gm')
/** A list item, or an id anywhere, that is no rule of this form. */
const NO_RULE = new RegExp(
  String.raw`^(?!${RULE.source.slice(1)})(?:\s*(?:[-*+]|\d+[.)])\s.*|.*\[[A-Z]{2,}-[A-Z]*\d+[a-z]?\].*)$`,
  'gm',
)
/** A string that begins with ids, as a title does. */
const CITATION = new RegExp(`(?<=['"\`])${IDS}`, 'g')
const CITED = new RegExp(`^${IDS}`)

/** A rule id in a file. */
export interface Mention {
  id: string
  path: string
  line: number
}

/** The rules of `docs/spec` under `root`. */
export const readRules = (root: string): Mention[] => mentions(root, RULE_FILES, RULE)

/** The rules that join several statements by a semicolon. */
export const readJoinedRules = (root: string): Mention[] => mentions(root, RULE_FILES, JOINED_RULE)

/** Where something in `docs/spec` looks like a rule and is read as none. */
export const readOddRules = (root: string): Pick<Mention, 'path' | 'line'>[] =>
  globSync(RULE_FILES, { cwd: root })
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [...text.matchAll(NO_RULE)].map(({ index }) => ({ path, line: text.slice(0, index).split('\n').length }))
    })

/** Strings in test files that begin with rule ids; whether they are titles of tests that run, only a run can tell. */
export const readCitations = (root: string): Mention[] => mentions(root, TEST_FILES, CITATION)

/** The ids that titles begin with. */
export const citedBy = (titles: readonly string[]): string[] =>
  titles.flatMap((title) => idsIn(CITED.exec(title)?.[0] ?? ''))

const idsIn = (text: string) => [...text.matchAll(new RegExp(ID, 'g'))].map(([id]) => id)

function mentions(root: string, patterns: string | readonly string[], expression: RegExp): Mention[] {
  return globSync(patterns, { cwd: root })
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [...text.matchAll(expression)].flatMap((match) => {
        const line = text.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0)
        return idsIn(match[0]).map((id) => ({ id, path, line }))
      })
    })
}
