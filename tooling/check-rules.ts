import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/process.ts'

const RULE_FILES = 'docs/spec/*.md'
const TEST_FILES = ['packages/*/test/**/*.ts', 'apps/*/test/**/*.ts', 'e2e/specs/**/*.ts', 'tooling/test/**/*.ts']

const ID = String.raw`[A-Z]{2,4}-[A-Z]{0,3}\d+[a-z]?`
/** A list item that begins with its id: `- **[SIM-12]** text`. */
const RULE = new RegExp(String.raw`^\s*- \*\*\[(${ID})\]\*\* `, 'gm')
/** A string that begins with ids, as a title does, but not the title of a test that is switched off. */
const CITATION = new RegExp(
  String.raw`(?<!\.(?:skip|todo|fixme|fails)\(\s*['"${'`'}])(?<=['"${'`'}])(?:\[${ID}\]\s*)+`,
  'g',
)

interface Mention {
  id: string
  /** `path:line` */
  place: string
}

/** Lists the rules that no test cites, the citations of no rule, and the rules that stand twice; empty when all is well. */
export function findRuleFaults(root = ROOT): string {
  const rules = mentions(root, [RULE_FILES], RULE)
  const citations = mentions(root, TEST_FILES, CITATION)
  if (rules.length === 0) return `No rule was found in ${RULE_FILES}.`
  const ruleIds = new Set(rules.map((rule) => rule.id))
  const citedIds = new Set(citations.map((citation) => citation.id))
  const firstPlaces = new Map(rules.toReversed().map((rule) => [rule.id, rule.place]))
  return [
    ...rules.filter((rule) => !citedIds.has(rule.id)).map((rule) => `${rule.place} [${rule.id}] has no test`),
    ...citations
      .filter((one) => !ruleIds.has(one.id))
      .map((one) => `${one.place} cites [${one.id}], which no rule has`),
    ...rules
      .filter((rule) => rule.place !== firstPlaces.get(rule.id))
      .map((rule) => `${rule.place} [${rule.id}] stands already in ${firstPlaces.get(rule.id)}`),
  ].join('\n')
}

function mentions(root: string, patterns: readonly string[], expression: RegExp): Mention[] {
  return globSync(patterns, { cwd: root })
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [...text.matchAll(expression)].flatMap((match) => {
        const line = text.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0)
        return [...match[0].matchAll(new RegExp(ID, 'g'))].map(([id]) => ({ id, place: `${path}:${line}` }))
      })
    })
}
