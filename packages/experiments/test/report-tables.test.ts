import type { EventReport } from '@plimsoll/event-engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { isNumeric, messagesTitle, pageOfReport, responseTitle, type Table } from '../src/index.ts'
import { flowOf, simulated } from './simulated.ts'

const tableOf = (report: EventReport, title: string): Table =>
  pageOfReport(report, null).tables.find((one) => one.title === title) ?? { title, head: [], rows: [] }

describe('the tables of a report', () => {
  let report: EventReport
  beforeAll(async () => {
    report = await simulated(
      flowOf(
        {
          Web: ['Client', { concurrentUsers: 20 }],
          App: ['Client', { concurrentUsers: 5 }],
          API: ['Server', { failureProbability: 0.1 }],
          Mail: ['Server'],
          Audit: ['Server'],
        },
        [
          ['Web', 'API'],
          ['App', 'API'],
          ['API', 'Mail', 'amqp', { communicationPattern: 'Async' }],
          ['API', 'Audit', 'amqp', { communicationPattern: 'Async' }],
        ],
        // The mean of a delay is told once the run is long enough for it.
        { durationS: 200 },
      ),
    )
  })

  it('[RPT-1] say which component or connection a row is about', () => {
    expect(tableOf(report, 'Components').parts).toContainEqual({ of: 'node', id: 'API' })
    expect(tableOf(report, 'Connections').parts).toContainEqual({ of: 'edge', id: 'Web-API' })
    for (const { parts, rows } of pageOfReport(report, null).tables)
      if (parts !== undefined) expect(parts).toHaveLength(rows.length)
  })

  it('[EXP-398] name the kinds of components and connections as the editor does', () => {
    const kinds = (title: string) => {
      const { head, rows } = tableOf(report, title)
      return new Set(rows.map((row) => row[head.indexOf('Kind')]))
    }
    expect(kinds('Components')).toEqual(new Set(['Client', 'Server']))
    expect(kinds('Connections')).toEqual(new Set(['HTTP', 'AMQP']))
  })

  it('[EXP-399] say of a response time that is not reported that the runs are too short', () => {
    const rowOf = (withheld: EventReport['quality']['withheld'], max = report.figures.response.max) => {
      const response = { ...report.figures.response, p999: null, max }
      const short = {
        ...report,
        figures: { ...report.figures, response },
        quality: { ...report.quality, withheld },
      }
      return tableOf(short, responseTitle(short)).rows.find(([figure]) => figure === 'p99.9')
    }
    expect(rowOf(['p999'])).toEqual(['p99.9', null, 'the runs are too short'])
    expect(rowOf(['p95'])).toEqual(['p99.9', null, ''])
    // Nothing completed.
    expect(rowOf(['p999'], null)).toEqual(['p99.9', null, ''])
  })

  it('[RPT-23] say which loads of what saturates first are an upper bound', () => {
    const of = (isUpperBound: boolean) => {
      const limits = report.saturation.limits.slice(0, 1).map((one) => ({ ...one, isUpperBound }))
      return tableOf({ ...report, saturation: { ...report.saturation, limits } }, 'What saturates first').rows[0]?.at(
        -1,
      )
    }
    expect(of(true)).toBe(`${of(false)}, an upper bound`)
  })

  it('[RPT-39] say what never saturates', () => {
    const of = (limit: object) => {
      const limits = report.saturation.limits.slice(0, 1).map((one) => ({ ...one, ...limit }))
      const [row] = tableOf({ ...report, saturation: { ...report.saturation, limits } }, 'What saturates first').rows
      return row?.slice(2)
    }
    expect(of({ limit: 'service', atRps: null })).toEqual([null, 'service capacity, never (limit upstream)'])
    expect(of({ limit: 'pool', atRps: null, isUpperBound: true })).toEqual([null, 'pool size, maybe never'])
  })

  it('[RPT-24] have the numbers that could not be measured at the right edge', () => {
    expect([[[1], [null]], [[null]], [[1], ['']], [['a']]].map((rows) => isNumeric(rows, 0))).toEqual([
      ...[true, true, false, false],
    ])
  })

  it('[RPT-2] list the messages of each connection, and of all', () => {
    const { head, rows, parts } = tableOf(report, 'Messages of all 2 runs together')
    expect(parts?.map((part) => part?.id)).toEqual(['API-Mail', 'API-Audit', undefined])
    const published = rows.map((row) => row[head.indexOf('Published')] as number)
    expect(published[2]).toBe((published[0] ?? 0) + (published[1] ?? 0))
    expect(published[2]).toBeGreaterThan(0)
    expect(rows[2]?.[head.indexOf('Mean delay, ms')]).toBe(report.messages?.delay.mean?.mean)
    expect(report.messages?.delay.mean).not.toBeNull()
  })

  it('[RPT-31] [RPT-32] say of how many runs the counts of messages are, and that the greatest lag is of one', () => {
    expect(messagesTitle(report)).toBe('Messages of all 2 runs together')
    expect(messagesTitle({ quality: { ...report.quality, replications: 1 } })).toBe('Messages')
    expect(tableOf(report, messagesTitle(report)).head.at(-1)).toBe('Greatest lag in a run')
  })

  it('[RPT-3] tell requests apart by client', () => {
    const { head, rows } = tableOf(report, 'Requests by client')
    expect(rows.map(([name]) => name)).toEqual(['Web', 'App'])
    expect(rows[1]?.[head.indexOf('Offered a second')]).toBe(report.clients[1]?.offered?.mean)
  })

  it('[RPT-4] [RPT-12] list where visits and calls fail, the most first, without the clients', () => {
    const { rows, parts } = tableOf(report, 'Where it fails')
    expect(rows[0]?.slice(0, 2)).toEqual(['API', 'failed, itself or by its calls'])
    expect(rows[0]?.[2]).toBe(report.nodes.find(({ id }) => id === 'API')?.failed)
    expect(parts?.map((part) => part?.id)).not.toContain('Web')
    const counts = rows.map((row) => Number(row[2]))
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  })

  it('[PRD-68] advises a longer run by options in the terminal, and by the form on the page', () => {
    const growth = { ended: 'events', precision: 0.05, mostEvents: 1e8, takesMs: 90_500 } as const
    const [terminal, page] = (['terminal', 'page'] as const).map((surface) =>
      pageOfReport(report, growth, null, surface)
        .notes.find(({ title }) => title === 'How sure this is')
        ?.texts.join(' '),
    )
    expect(terminal).toContain('--duration 200s --replications 2 gives the same figures.')
    expect(page).toContain('A duration of 200 s with 2 replications gives the same figures.')
    expect(page).toContain('takes a duration of about 91 s.')
    expect(page).not.toContain('--')
  })
})

it('[RPT-3] tell the requests of one client apart by type, and not by client', async () => {
  const report = await simulated(flowOf({ Web: ['Client'], API: ['Server'] }, [['Web', 'API']]))
  expect(tableOf(report, 'Requests by client').rows).toEqual([])
  const types = report.requestTypes.filter(({ arrived }) => arrived > 0).map(({ type }) => type)
  expect(tableOf(report, 'Requests by type').rows.map(([type]) => type)).toEqual(types.length > 1 ? types : [])
})
