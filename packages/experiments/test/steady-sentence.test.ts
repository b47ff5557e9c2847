import type { EventReport, SaturationLimit, Verdict } from '@plimsoll/event-engine'
import { expect, it } from 'vitest'
import { verdictSentences } from '../src/index.ts'
import { namingOf } from '../src/words/naming.ts'
import { flowOf, simulated } from './simulated.ts'

const report = await simulated(flowOf({ Web: ['Client'], API: ['Server'] }, [['Web', 'API']]))
const estimate = (mean: number) => ({ ...report.figures.offered, mean }) as EventReport['figures']['offered']
const API = { of: 'node', id: report.nodes[1]?.id, limit: 'slots', isUpperBound: false } as SaturationLimit

/** Of 100 requests a second. */
const said = (limit: Partial<SaturationLimit>, { grows = 60, tries = 1 } = {}) =>
  verdictSentences(
    {
      ...report,
      steadiness: { state: 'none', backlogPerSecond: estimate(grows), overloaded: [{ ...API, ...limit }] },
      figures: { ...report.figures, offered: estimate(100), amplification: estimate(tries) },
    } as EventReport,
    namingOf(report),
  ).find(({ text }) => text.startsWith('No steady state'))?.text

it('[RPT-19] tells what an overloaded component can handle, unless all that is known is more than arrives', () => {
  expect(said({ atRps: 40 })).toMatch(/^No steady state: 100 requests arrive per second and API can handle 40\. /)
  expect(said({ atRps: 40, isUpperBound: true })).toMatch(/ and API can handle at most 40\. /)
  expect(said({ atRps: 170, isUpperBound: true })).toMatch(
    /^No steady state: 100 requests arrive per second, as it seems more than API can handle\. /,
  )
})

it('[RPT-20] says that what is tried again adds to a backlog that grows by more than is offered beyond the limit', () => {
  expect(said({ atRps: 40 })).toContain('The backlog grows by 60 a second')
  expect(said({ atRps: 40 }, { grows: 61, tries: 1.001 })).toContain('The backlog grows by 61 a second')
  expect(said({ atRps: 40 }, { grows: 90, tries: 1.4 })).toContain(
    'The backlog, with what is tried again, grows by 90 a second',
  )
})

it('[RPT-22] names the objective that a part meets by what it serves, and no other', () => {
  const objective = (scope: Verdict['scope'], servedShare: number | null): Verdict => ({
    ...{ metric: 'p99', comparison: '<', limit: 90, isAssumed: false, result: 'pass', margin: 1 },
    ...{ measured: null, unmeasured: null, scope, servedShare },
  })
  const met = (...objectives: readonly Verdict[]) =>
    verdictSentences({ ...report, objectives } as EventReport, namingOf(report))[0]?.text
  const part = objective({ by: 'node', id: 'a', name: 'API' }, 0.99)
  expect(met(objective(null, null), part)).toBe(
    'All 2 objectives are met, p99@API < 90 ms by the 99 % that were served.',
  )
  expect(met(objective(null, 0.9), part)).toBe('All 2 objectives are met, by the 90 % that were served.')
  expect(met(part)).toBe('The objective is met, by the 99 % that were served.')
})

it('[RPT-27] says that the runs are too short to report a response time where not even the mean is known', () => {
  const texts = (mean: EventReport['figures']['offered'], state: EventReport['steadiness']['state'] = 'steady') => {
    const figures = { ...report.figures, response: { ...report.figures.response, mean } }
    const steadiness = { ...report.steadiness, state }
    return verdictSentences({ ...report, figures, steadiness }, namingOf(report)).map(({ text }) => text)
  }
  const short = 'The runs are too short to report a response time.'
  expect(texts(estimate(10))).not.toContain(short)
  expect(texts(null)).toContain(short)
  expect(texts(null, 'none')).not.toContain(short)
})
