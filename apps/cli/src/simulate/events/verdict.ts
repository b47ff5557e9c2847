import type { SaturationLimit, VerdictResult } from '@plimsoll/event-engine'
import { clip, table, wrap } from '../layout.ts'
import { describeJudged, describeMeasured, RESULT_WORDS } from '../objectives.ts'
import type { Paint } from '../paint.ts'
import { formatNumber, formatShare } from '../quantities.ts'
import { messagesNotProcessed } from './messages.ts'
import type { ReportView } from './report-view.ts'

const STYLES: Readonly<Record<VerdictResult, keyof Paint>> = { pass: 'good', fail: 'bad', undecided: 'unsure' }
const NAME = 30
/** So many of the requests fail where the text says that not all are served. */
const FAILING = 1
/** So large a share of the requests that is under way at the end is reported. */
const UNENDED = 0.01

/** Two or three sentences that say it all. */
export function verdict(view: ReportView): string {
  const { report, paint } = view
  if (report.clients.every(({ arrived }) => arrived === 0))
    return wrap('Nothing happened: no client of this flow makes a request.', '  ')
  const [kept, style] = objectivesKept(view)
  const [state, stateStyle] = stateOf(view)
  const lost = messagesNotProcessed(view)
  const shown = [kept && paint[style](kept), paint[stateStyle](state), lost && paint.bad(lost), headroom(view)].filter(
    (one) => one !== '',
  )
  return shown.map((sentence) => wrap(sentence, '  ')).join('\n')
}

function objectivesKept({ report: { objectives } }: ReportView): readonly [string, keyof Paint] {
  const count = objectives.length
  const missed = objectives.filter(({ result }) => result === 'fail').length
  const undecided = objectives.filter(({ result }) => result === 'undecided').length
  if (count === 0) return ['', 'good']
  if (missed > 0) return [count === 1 ? 'The objective is missed.' : `${missed} of ${count} objectives missed.`, 'bad']
  const which = count === 1 ? 'The objective' : `${undecided} of ${count} objectives`
  if (undecided > 0) return [`${which} cannot be decided: run longer.`, 'unsure']
  const served = Math.min(...objectives.map(({ servedShare }) => servedShare ?? 1))
  const by = served < 1 ? `, by the ${formatShare(served)} that were served` : ''
  return [`${count === 1 ? 'The objective is met' : `All ${count} objectives are met`}${by}.`, 'good']
}

function stateOf({ report, nameOf }: ReportView): readonly [string, keyof Paint] {
  const { steadiness, figures, quality } = report
  const offered = `${formatNumber(figures.offered?.mean ?? 0)} requests arrive per second`
  if (steadiness.state === 'none') {
    const [worst] = steadiness.overloaded
    const cause = worst
      ? ` and ${clip(nameOf(worst), NAME)} can handle ${worst.isUpperBound ? 'at most ' : ''}${formatNumber(worst.atRps)}`
      : ''
    const growth = `The backlog grows by ${formatNumber(steadiness.backlogPerSecond?.mean ?? 0)} a second`
    return [`No steady state: ${offered}${cause}. ${growth}, so that no response time is reported.`, 'bad']
  }
  const failed = figures.errorRate?.mean ?? 0
  if (figures.errorRate === null) return [`${offered}, and none ended.`, 'bad']
  if (failed >= FAILING) return [`${offered}; ${formatShare(failed / 100)} of them fail.`, 'bad']
  if (quality.unendedShare > UNENDED) {
    const fails = failed === 0 ? 'none is seen to fail' : `${formatShare(failed / 100)} are seen to fail`
    return [`${offered}; ${fails}, but ${formatShare(quality.unendedShare)} had not ended at the end.`, 'unsure']
  }
  return [`${offered}; ${failed === 0 ? 'none fails' : `${formatShare(failed / 100)} fail`}.`, 'good']
}

/** How far it is to the first limit. */
function headroom({ report: { saturation, steadiness }, nameOf }: ReportView): string {
  const [first] = saturation.limits
  if (first === undefined || steadiness.state === 'none') return ''
  const [doubtful] = steadiness.state === 'unsettled' ? steadiness.overloaded : []
  if (doubtful !== undefined) return `${clip(nameOf(doubtful), NAME)} may be overloaded: run longer.`
  const who = subject(first, nameOf)
  const most = first.isUpperBound ? 'at most ' : ''
  const at = `${most || 'at '}${formatNumber(first.atRps)} a second`
  if (first.load >= 1)
    return `Saturated: ${who}${first.limit === 'slots' ? ',' : ''} is beyond its limit, which ${most === '' ? 'lies' : 'is'} ${at}.`
  return `First to saturate is ${who}, ${at}: ${most}${formatNumber(1 / first.load)} times this load.`
}

/** Slots that are held say more about what they are held for. */
function subject(limit: SaturationLimit, nameOf: ReportView['nameOf']): string {
  const name = clip(nameOf(limit), NAME)
  if (limit.limit !== 'slots') return name
  if (limit.waitsFor === null) return `${name}, whose slots wait until messages are handed over`
  return `${clip(nameOf({ of: 'node', id: limit.waitsFor }), NAME)}, which takes the slots of ${name}`
}

export function objectiveLines({ report: { objectives }, paint }: ReportView): string {
  return table(
    objectives.flatMap((one) => {
      const [measured = '', ...further] = describeMeasured(one).split('; ')
      const first = [
        `  ${paint[STYLES[one.result]](RESULT_WORDS[one.result])}`,
        clip(describeJudged(one), NAME),
        measured,
      ]
      return [first, ...further.map((text) => ['', '', text])]
    }),
  )
}
