import type { PartRef, Verdict, VerdictResult } from '@plimsoll/event-engine'
import { describeJudged, describeMeasured, RESULT_WORDS, worstOf } from '../words/judged.ts'
import { counted, countedOf, formatNumber } from '../words/numbers.ts'
import { objectiveTable } from '../words/objective-table.ts'
import type { Page } from '../words/page.ts'
import type { DrillReport } from './drill-design.ts'

const WHAT_MESSAGES_ARE =
  'Messages are calls that nobody waits for, or no longer: what is published, what is written in the background, as by a cache, and calls whose callers have given up.'

const UNSTEADY =
  'No steady state with all components: more arrives than the design carries, so that no recovery can be told.'

/** The answer as tables. */
export function pageOfDrill({
  flow,
  drills,
  objectives,
  steadiness,
  messages: undisturbed,
  outage,
  seed,
  replications,
}: DrillReport): Page {
  const hasMessages = undisturbed != null || drills.some(({ messages }) => messages != null)
  const missed = drills.flatMap(({ id, label, objectives: judged }) =>
    unmetOf(judged).map((one) => ({ id, label, one })),
  )
  return {
    title: `${flow.name}: each component out in turn`,
    about: `out from ${formatNumber(outage.fromS)} s to ${formatNumber(outage.toS)} s of ${formatNumber(outage.durationS)} s${longerWords({ drills, outage })} · ${counted(replications, 'run')} each · seeds from ${seed}`,
    result: resultOf({ drills, objectives }),
    sentences: [
      ...(steadiness === 'none' ? [{ text: UNSTEADY, tone: 'bad' as const }] : []),
      ...drills.map(({ sentence, healed, isRetryStorm }) => ({
        text: sentence,
        tone: isRetryStorm || healed === 'no' ? ('bad' as const) : null,
      })),
      ...(hasMessages ? [{ text: WHAT_MESSAGES_ARE, tone: null }] : []),
    ],
    tables: [
      { ...objectiveTable(objectives), title: 'With all components' },
      {
        title: 'Out in turn',
        head: [
          ...['Component', 'Answered, %', 'Recovery, s', 'Heals', 'Not met'],
          ...(hasMessages ? ['Most messages waiting', 'Worked off, s', 'Not processed, %'] : []),
        ],
        rows: drills.map(
          ({ label, servedWhileOut, recoveryS, healed, isRetryStorm, messages, backlogS, objectives: judged }) => [
            label,
            servedWhileOut,
            recoveryS,
            isRetryStorm ? 'no: retry storm' : healed,
            judged.length === 0 ? '' : `${unmetOf(judged).length} of ${judged.length}`,
            ...(hasMessages ? [messages?.mostWaiting ?? null, backlogS ?? null, messages?.notProcessed ?? null] : []),
          ],
        ),
        parts: drills.map(partOf),
      },
      {
        title: 'What it does to the objectives',
        head: ['Component out', 'Objective', 'Result', 'Measured'],
        rows: missed.map(({ label, one }) => [
          label,
          describeJudged(one),
          { text: RESULT_WORDS[one.result].toLowerCase(), result: one.result },
          describeMeasured(one),
        ]),
        parts: missed.map(partOf),
      },
    ],
    charts: [],
    distributions: [],
    notes: [],
  }
}

/** Those that were watched for longer than all, each for as long. */
function longerWords({ drills, outage }: Pick<DrillReport, 'drills' | 'outage'>): string {
  const longer = drills.filter(({ simulatedS }) => simulatedS > outage.durationS)
  const [one] = longer
  return one === undefined
    ? ''
    : ` (${countedOf(longer.length, drills.length, 'component')} until ${formatNumber(one.simulatedS)} s, to see a recovery)`
}

const unmetOf = (judged: readonly Verdict[]) => judged.filter(({ result }) => result !== 'pass')

const partOf = ({ id }: { readonly id: string }): PartRef => ({ of: 'node', id })

/** Whether all objectives are met with all components, and every outage heals: as far as it is known. */
function resultOf({ drills, objectives }: Pick<DrillReport, 'drills' | 'objectives'>): VerdictResult {
  const healing = drills.map(({ healed }) => ({ result: HEALED[healed] }))
  return worstOf([...objectives, ...drills.flatMap((one) => one.objectives), ...healing]) ?? 'pass'
}

const HEALED = { yes: 'pass', no: 'fail', unknown: 'undecided' } as const

export const meetsAll = (report: Pick<DrillReport, 'drills' | 'objectives'>): boolean => resultOf(report) === 'pass'
