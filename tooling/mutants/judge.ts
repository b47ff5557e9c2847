import type { Mutant } from './mutant.ts'
import { isKilled, type Verdict } from './try-mutants.ts'

/** A survivor that is known, with the reason why it may live: it changes nothing that anyone sees, or no test can tell. */
export interface ListedSurvivor {
  id: string
  /** Where it is and what it changes, for people; only the id counts. */
  mutant: string
  reason: string
}

export interface Score {
  killed: number
  total: number
}

/** Killed mutants of a hundred that a sample must reach. */
const LEAST_PERCENT = 80

/** Area → its score, and the score of all together. */
export function scoresOf(verdicts: ReadonlyMap<Mutant, Verdict>): Record<string, Score> {
  const scores: Record<string, Score> = {}
  for (const [{ area }, verdict] of verdicts)
    for (const name of [area, 'all']) {
      scores[name] ??= { killed: 0, total: 0 }
      scores[name].total += 1
      if (isKilled(verdict)) scores[name].killed += 1
    }
  return scores
}

export const percentOf = ({ killed, total }: Score) => (100 * killed) / total

/** Lists the scores that are too low, or lower than they were. */
export function scoreFaults(scores: Record<string, Score>, recorded: Record<string, Score>): string[] {
  return Object.entries(scores).flatMap(([name, score]) => {
    const least = Math.max(LEAST_PERCENT, recorded[name] ? percentOf(recorded[name]) : 0)
    if (percentOf(score) >= least - 1e-9) return []
    return [
      `${name}: ${percentOf(score).toFixed(1)} % of the mutants are killed, at least ${least.toFixed(1)} % must be`,
    ]
  })
}

/** The recorded scores with those that are as high or higher now: a score may only rise. */
export const raisedScores = (
  scores: Record<string, Score>,
  recorded: Record<string, Score>,
): Record<string, Score> => ({
  ...recorded,
  ...Object.fromEntries(
    Object.entries(scores).filter(([name, score]) => scoreFaults({ [name]: score }, recorded).length === 0),
  ),
})

/** Lists the named faults that no test notices. */
export const namedFaults = (verdicts: ReadonlyMap<Mutant, Verdict>, named: readonly Mutant[]): string[] =>
  named
    .filter((mutant) => !isKilled(verdicts.get(mutant) as Verdict))
    .map(({ operator }) => `No test notices this fault: ${operator}`)

/** Lists the survivors without a reason, and the listed ones that are killed or, in a whole sample, are gone. */
export function listFaults(
  verdicts: ReadonlyMap<Mutant, Verdict>,
  listed: readonly ListedSurvivor[],
  { isWhole }: { isWhole: boolean },
): string[] {
  const reasons = new Map(listed.map(({ id, reason }) => [id, reason.trim()]))
  const byId = new Map([...verdicts].map(([mutant, verdict]) => [mutant.id, verdict]))
  const unlisted = [...verdicts].filter(([mutant, verdict]) => !isKilled(verdict) && !reasons.get(mutant.id))
  const outdated = listed.flatMap(({ id, mutant }) => {
    const verdict = byId.get(id)
    if (!verdict) return isWhole ? [`${id} is listed as a survivor and no longer in the sample: ${mutant}`] : []
    return isKilled(verdict) ? [`${id} is listed as a survivor and is killed now: ${mutant}`] : []
  })
  return [
    ...unlisted.map(([{ id }, { verdict }]) => `${id} ${verdict} and has no reason in survivors.json`),
    ...outdated,
  ]
}
