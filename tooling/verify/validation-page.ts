import type { CaseOutcome } from './outcome.ts'

const HEAD = `# What the engines were held against

Written by \`npm run verify -- --cases FILE --page docs/validation.md\`: every case of the file, what it expects, and what was measured.
A statistical figure is the mean of ten replications of different seeds with the half-width of its 95 % interval; it passes when the
half-width is within the tolerance and the mean is no farther from what is expected than both together. A sentence must be true of nine
of ten seeds, and of all ten where chance plays no part. In every run of a diagram the laws of operational analysis are checked, too:
requests and visits balance, Little's law, and the law of utilisation.
`

/** A page with all cases, for docs. */
export function validationPage(outcomes: readonly CaseOutcome[]): string {
  const passed = outcomes.filter(({ isPassed }) => isPassed).length
  return [
    HEAD,
    `${passed} of ${outcomes.length} cases are met.\n`,
    ...outcomes.map(
      (outcome) =>
        `## ${outcome.id} ${cell(outcome.title)}\n\n${verdict(outcome)}\n\n${outcome.figures.length === 0 ? '' : table(outcome)}`,
    ),
  ].join('\n')
}

function verdict({ isPassed, misses, seeds: [first, count] }: CaseOutcome): string {
  const seeds = count <= 1 ? 'once' : `seeds ${first} to ${first + count - 1}`
  return isPassed ? `Met, ${seeds}.` : `**Missed**, ${seeds}: ${misses.map(cell).join('; ')}`
}

const table = ({ figures }: CaseOutcome): string =>
  [
    '| figure | expected | measured |',
    '|---|---|---|',
    ...figures.map(({ name, expected, measured }) => `| ${cell(name)} | ${cell(expected)} | ${cell(measured)} |`),
    '',
  ].join('\n')

const cell = (text: string): string => text.split('\n')[0]?.replaceAll('|', '\\|') ?? ''
