import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSection } from '../lib/page-section.ts'
import { type CoverageSet, FIGURES, LOADS, type SetName, SUBJECTS, type Subject } from './coverage.ts'

/** What all sets found so far, one a line. */
export const RESULTS = join(import.meta.dirname, 'coverage.jsonl')

export const readCoverage = (): readonly CoverageSet[] =>
  existsSync(RESULTS)
    ? readFileSync(RESULTS, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []

/** Sets that were run once more by the version of the event engine that was there then. */
export interface RunAgain {
  readonly engineVersion: number
  readonly sets: number
  /** Of them, those that found something else than was recorded. */
  readonly differing: readonly SetName[]
}

/** What the last sets that were run again have found. */
export const RUN_AGAIN = join(import.meta.dirname, 'run-again.json')

export const readRunAgain = (): RunAgain | null =>
  existsSync(RUN_AGAIN) ? JSON.parse(readFileSync(RUN_AGAIN, 'utf8')) : null

/** Sets of each load that a full run has. */
export const FULL = 200

/** A page with what the sets found in place of what it said of them before; at its end where it said nothing. */
export const withCoverage = (page: string, sets: readonly CoverageSet[], again: RunAgain | null = null): string =>
  withSection(page, 'coverage', coverageSection(sets, again))

/** What the page says of the sets. */
function coverageSection(sets: readonly CoverageSet[], again: RunAgain | null): string {
  const cells = SUBJECTS.flatMap((of) =>
    LOADS[of].map((load) => ({ of, load, sets: sets.filter((one) => one.of === of && one.load === load) })),
  )
  const missing = cells.filter((cell) => cell.sets.length < FULL)
  return [
    '## Coverage of the intervals\n',
    'Written by `npm run verify:coverage`. A set is one run of the terminal with its default settings, of an M/M/1 queue as a saved flow;',
    'its 95 % interval is held against the closed form: of the response time of calls, or of the delay of messages or the visits of the server,',
    'which are asked for to 20 %. The seeds were pinned before the first run. A false objective is p99 below 0.85 of the truth, a true one below 1.15 of it.\n',
    ...(missing.length === 0
      ? []
      : [
          `**Not complete**: a full run has ${FULL} sets of each load. There are ${missing
            .map(({ of, load, sets }) => `${sets.length} of ${of} at ${load}`)
            .join(', ')}.`,
          '`npm run verify:coverage` goes on.\n',
        ]),
    ...(again === null ? [] : [`${runAgainLine(again)}\n`]),
    '| of | load | sets | figure | reported | cover | mean half-width | mean requests |',
    '|---|---|---|---|---|---|---|---|',
    ...cells.flatMap(figureRows),
    '',
    '| of | load | sets | false objective met, missed, undecided | true objective met, missed, undecided |',
    '|---|---|---|---|---|',
    ...cells.flatMap(verdictRows),
    '',
    '',
  ].join('\n')
}

function runAgainLine({ engineVersion, sets, differing }: RunAgain): string {
  const those = differing.map(({ of, load, set }) => `${of} at ${load}, set ${set}`).join('; ')
  const found =
    differing.length === 0 ? 'each found what is recorded' : `**${differing.length} found something else**: ${those}`
  return `Run again by version ${engineVersion} of the event engine: ${sets} of the sets, ${found}.`
}

interface Cell {
  readonly of: Subject
  readonly load: number
  readonly sets: readonly CoverageSet[]
}

function figureRows({ of, load, sets }: Cell): readonly string[] {
  if (sets.length === 0) return []
  const requests = sets.reduce((sum, one) => sum + one.requests, 0) / sets.length
  return FIGURES.map((figure) => {
    const reported = sets.flatMap(({ figures }) => figures[figure] ?? [])
    const covering = reported.filter(({ covers }) => covers).length
    const widths = reported.flatMap(({ width }) => width ?? [])
    const cells = [
      of,
      load,
      sets.length,
      figure,
      reported.length,
      reported.length === 0 ? '–' : `${percent(covering / reported.length)} (${covering})`,
      widths.length === 0 ? '–' : percent(widths.reduce((sum, one) => sum + one, 0) / widths.length),
      requests.toPrecision(2),
    ]
    return `| ${cells.join(' | ')} |`
  })
}

function verdictRows({ of, load, sets }: Cell): readonly string[] {
  const verdicts = sets.flatMap((one) => one.verdicts ?? [])
  if (verdicts.length === 0) return []
  const counts = (limit: 'false' | 'true') =>
    ['pass', 'fail', 'undecided'].map((result) => verdicts.filter((one) => one[limit] === result).length).join(', ')
  return [`| ${of} | ${load} | ${verdicts.length} | ${counts('false')} | ${counts('true')} |`]
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
