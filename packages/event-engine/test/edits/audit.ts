import { FLAG, NONE, STATE } from '../../src/engine/call-records.ts'
import type { Run } from '../../src/engine/run.ts'

/** What the counters of a run say that its records do not bear out. */
export function audit(run: Run): readonly string[] {
  const { records } = run
  const found: string[] = []
  const expect = (what: string, counted: number, told: number) => {
    if (counted !== told) found.push(`${what}: ${counted} counted, ${told} told`)
  }
  const live = Array.from({ length: records.made }, (_, record) => record).filter(
    (record) => records.stateOf(record) !== STATE.free,
  )
  const count = (matches: (record: number) => boolean) => live.filter(matches).length
  const isDropped = (record: number) => records.stateOf(record) === STATE.dropped
  const roots = count((record) => records.has(record, FLAG.root) && !isDropped(record))
  expect('requests in flight', roots, run.requests.measured([]).all.inFlightAtEnd)
  expect('records', live.length, records.inUse)
  for (const station of run.stations) {
    const here = (record: number) => records.stationOf(record) === station.index && !isDropped(record)
    const name = `station ${station.model.key}`
    expect(
      `${name} queue`,
      count((one) => here(one) && records.stateOf(one) === STATE.queued),
      station.queued.count,
    )
    expect(
      `${name} in system`,
      count((one) => here(one) && records.has(one, FLAG.atStation)),
      station.inSystem.count,
    )
    if (station.shared === null)
      expect(
        `${name} busy`,
        count((one) => here(one) && records.has(one, FLAG.hasSlot)),
        station.busy.count,
      )
    expect(
      `${name} held`,
      count((one) => here(one) && records.has(one, FLAG.holds) && records.has(one, FLAG.hasSlot)),
      station.held.count,
    )
    let listed = 0
    for (let one = station.head; one !== NONE; one = records.nextOf(one)) if (!isDropped(one)) listed += 1
    expect(`${name} list`, listed, station.queued.count)
    const { slots } = station.model
    if (!station.isRetired && station.instancesUp > 0)
      expect(`${name} slots`, slots * station.instancesUp, station.slots)
    if (station.isRetired && station.queued.count > 0) found.push(`${name} is given up, and has a queue`)
    const hasRoom = station.busy.count < station.slots && !station.isPaused && station.shared === null
    if (hasRoom && listed > 0) found.push(`${name} lets ${listed} wait beside free slots`)
  }
  for (const link of run.links) {
    const name = `link ${link.model.id}`
    const onIt = (record: number) => records.linkOf(record) === link.index && !isDropped(record)
    const ofIt = (record: number) =>
      !records.has(record, FLAG.root) && records.callLinkOf(record) === link.index && !isDropped(record)
    expect(
      `${name} open`,
      count((one) => onIt(one) && records.has(one, FLAG.isOpen)),
      link.open,
    )
    expect(
      `${name} pool queue`,
      count((one) => ofIt(one) && records.stateOf(one) === STATE.pooled),
      link.poolQueue.count,
    )
    const held = count((one) => ofIt(one) && records.has(one, FLAG.hasPoolSlot))
    if ((link.model.pool?.holdMs ?? 0) === 0 && held !== link.poolBusy.count)
      found.push(`${name} pool: ${held} counted, ${link.poolBusy.count} told`)
    const { deliveries } = link
    const sum = (of: (one: typeof link) => number) => deliveries?.links.reduce((total, one) => total + of(one), 0) ?? 0
    expect(
      `${name} deliveries`,
      sum(({ poolBusy }) => poolBusy.count),
      deliveries?.busy ?? 0,
    )
    expect(
      `${name} kept`,
      sum(({ poolQueue }) => poolQueue.count),
      deliveries?.queued ?? 0,
    )
    const hasRoom = deliveries === null || deliveries.busy < deliveries.slots
    if (link.poolParts.some(({ queued, busy }) => queued > 0 && busy < link.slotsPerPart) && hasRoom)
      found.push(`${name} lets ${link.poolQueue.count} wait beside free connections`)
  }
  const users = run.closedUsers
  for (const source of run.sources.filter(({ isClosed }) => isClosed)) {
    const asking = users.of(source.index).filter((user) => users.doing[user] === 2).length
    const open = count(
      (one) => records.has(one, FLAG.root) && !isDropped(one) && records.callLinkOf(one) === source.index,
    )
    expect(`users of ${source.index} who ask`, open, asking)
    const here = users.of(source.index).filter((user) => users.doing[user] !== 0).length
    if (here < source.model.users)
      found.push(`only ${here} of ${source.model.users} users of ${source.index} are there`)
  }
  return found
}
