import { ROOT } from './lib/process.ts'
import { type Mention, readCitations, readJoinedRules, readOddRules, readRules } from './lib/rules.ts'

/**
 * Lists the rules that no test file mentions, the citations of no rule, the rules that stand twice, what is no rule by its form, and rules
 * that join several statements by a semicolon; empty when all is well.
 * Whether a test that proves a rule also ran and passed, `checkProofs` says after the tests.
 */
export function findRuleFaults(root = ROOT): string {
  const rules = readRules(root)
  const citations = readCitations(root)
  if (rules.length === 0) return 'No rule was found in docs/spec.'
  const ruleIds = new Set(rules.map((rule) => rule.id))
  const citedIds = new Set(citations.map((citation) => citation.id))
  const firsts = new Map(rules.toReversed().map((rule) => [rule.id, rule]))
  return [
    ...rules.filter((rule) => !citedIds.has(rule.id)).map((rule) => `${placeOf(rule)} [${rule.id}] has no test`),
    ...citations
      .filter((one) => !ruleIds.has(one.id))
      .map((one) => `${placeOf(one)} cites [${one.id}], which no rule has`),
    ...rules.flatMap((rule) => {
      const first = firsts.get(rule.id)
      return first === undefined || first === rule
        ? []
        : [`${placeOf(rule)} [${rule.id}] stands already in ${placeOf(first)}`]
    }),
    ...readOddRules(root).map((one) => `${placeOf(one)} looks like a rule, and is none: write \`- **[ID]** text\``),
    ...readJoinedRules(root).map(
      (rule) => `${placeOf(rule)} [${rule.id}] says several things: split it where the semicolon stands`,
    ),
  ].join('\n')
}

const placeOf = ({ path, line }: Pick<Mention, 'path' | 'line'>) => `${path}:${line}`
