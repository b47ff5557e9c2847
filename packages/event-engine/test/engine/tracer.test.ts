import { describe, expect, it } from 'vitest'
import { CallRecords } from '../../src/engine/call-records.ts'
import type { Link } from '../../src/engine/link.ts'
import { Tracer } from '../../src/engine/tracer.ts'

const LINKS = [{ target: 1 }] as unknown as readonly Link[]

/** A tracer of the slowest requests, and a way to begin a request of its own record. */
function tracing() {
  const records = new CallRecords()
  const clock = { now: 0 }
  const tracer = new Tracer({ clock, records, links: LINKS, traced: 'slowest' })
  const at = (now: number) => {
    clock.now = now
    return tracer
  }
  const begin = (serial: number, now: number) => {
    const record = records.take()
    records.setSerial(record, serial)
    at(now).began(record, 0)
    return record
  }
  const end = (record: number, now: number) => at(now).ended(record, { failure: null, isSlow: true })
  return { records, tracer, at, begin, end }
}

describe('a trace', () => {
  it('[SIM-650] has when a call was made, arrived, was started, was done and was answered, from the start of its request', () => {
    const { tracer, at, begin, end } = tracing()
    const record = begin(7, 100)
    at(105).called(record, -1, 0)
    at(115).arrived(record)
    at(135).started(record)
    at(175).served(record)
    at(185).replied(record, null)
    end(record, 190)
    const [trace] = tracer.tracesOf([{ serial: 7, responseMs: 90 }])
    expect(trace).toMatchObject({ serial: 7, startMs: 100, responseMs: 90 })
    expect(trace?.spans[1]).toMatchObject({
      node: 1,
      calledMs: 5,
      arrivedMs: 15,
      startedMs: 35,
      endedMs: 75,
      repliedMs: 85,
    })
  })

  it('[SIM-650] has its own start, however many requests are under way', () => {
    const { tracer, begin, end } = tracing()
    const records = Array.from({ length: 1500 }, (_, serial) => begin(serial, serial))
    for (const record of records) end(record, 5000)
    const requests = records.map((_, serial) => ({ serial, responseMs: 5000 - serial }))
    expect(tracer.tracesOf(requests).map(({ startMs }) => startMs)).toEqual(requests.map(({ serial }) => serial))
  })
})
