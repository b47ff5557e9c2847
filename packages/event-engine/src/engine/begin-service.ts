import { NONE } from './call-records.ts'
import { KIND, type Run } from './run.ts'
import type { Station } from './station.ts'

/** A local copy: the compiler inlines constants of the same module, but loads imported ones each time. */
const K = KIND

/** Begins the service of a visit that has its slot. */
export function beginService(run: Run, station: Station, record: number): void {
  const { records, now } = run
  records.setStartedAt(record, now)
  records.setOutages(record, station.outages)
  if (run.tracer !== null) run.tracer.started(record)
  const requestClass = records.classOf(record)
  const link = run.links[records.linkOf(record)]!
  const factor = station.slowness * link.serviceFactor
  const fifo = factor === 1 && link.serviceMs === 0 ? station.fifos[requestClass]! : NONE
  if (fifo >= 0) run.events.after(fifo, K.served, record, records.generationOf(record))
  else {
    const ms = station.serviceMs(requestClass, now, factor, link.serviceMs)
    run.events.at(now + ms, K.served, record, records.generationOf(record))
  }
}
