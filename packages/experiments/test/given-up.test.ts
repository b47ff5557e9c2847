import type { EventReport } from '@plimsoll/event-engine'
import { expect, it } from 'vitest'
import { verdictSentences } from '../src/index.ts'
import { namingOf } from '../src/words/naming.ts'
import { flowOf, simulated } from './simulated.ts'

it('[RPT-17] tells calls that were given up from messages', async () => {
  const report = await simulated(flowOf({ Web: ['Client'], API: ['Server'] }, [['Web', 'API']]))
  const said = (published: number, givenUp: number, failed: number) => {
    const messages = { published, givenUp, processed: 90, failed, expired: 0, lost: 0 } as EventReport['messages']
    return verdictSentences({ ...report, messages }, namingOf(report)).find(({ tone }) => tone === 'bad')?.text
  }
  expect(said(100, 0, 10)).toBe('10 messages are not processed, 10 % of those that ended.')
  expect(said(100, 100, 10)).toBe('10 calls that were given up are not processed, 10 % of those that ended.')
  expect(said(100, 30, 10)).toBe(
    '10 messages and calls that were given up are not processed, 10 % of those that ended.',
  )
  expect(said(100, 100, 1)).toMatch(/^1 call that was given up is not processed, /)
})
