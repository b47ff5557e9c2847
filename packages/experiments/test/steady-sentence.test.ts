import type { EventReport, SaturationLimit } from '@plimsoll/event-engine'
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
  expect(said({ atRps: 40 }, { grows: 90, tries: 1.4 })).toContain(
    'The backlog, with what is tried again, grows by 90 a second',
  )
})
