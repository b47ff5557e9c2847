import type { Property, Role } from '@plimsoll/catalog'
import { PLACES, poolText, type RunSnapshot } from '@plimsoll/simulation'
import { decimals, percent, short } from '../../../../shared/text/number-text.ts'

/** What a run shows of an element, as far as a snapshot tells it. Rates are of the last ten seconds. */
interface Present {
  /** Requests or calls per second. */
  readonly rps: number
  /** 0 to 1: what is taken the most, or of a connection the line. */
  readonly utilization: number
  /** What that is of, how much of it there is (NaN: no bound), and the share of its slots that work. */
  readonly places: string
  readonly slots: number
  readonly working: number
  /** Requests there, those that wait included. */
  readonly present: number
  readonly instances: number
  /** Connections of its pool in use, and in all (Infinity: it has none, or its calls are messages). */
  readonly poolInUse: number
  readonly poolSize: number
  /** Calls per second. */
  readonly timedOut: number
}

type Describe = (present: Present, limit: number) => string | null

const ofSlots: Describe = ({ rps, utilization, slots: mean, places, working, instances }) => {
  const slots = Math.round(mean)
  if (!Number.isFinite(slots) || slots <= 0) return null
  const isOfAll = places === 'slots' && instances > 1 && slots % instances === 0
  const each = isOfAll ? ofEach(slots / instances, instances) : whole(slots)
  const [taken, atWork] = [percent(utilization), percent(working)]
  return `at ${short(rps)} rps: ${taken} of ${each} ${places}${taken === atWork || places === 'requests' ? '' : `, ${atWork} at work`}`
}

/** "2 × 100": of each instance, where there are several. */
const ofEach = (limit: number, instances: number) =>
  instances > 1 ? `${whole(instances)} × ${whole(limit)}` : whole(limit)

const ofRate: Describe = ({ rps, instances }, limit) => {
  if (limit <= 0) return `at ${short(rps)} rps: no limit`
  return `at ${short(rps)} rps: ${percent(rps / (limit * Math.max(1, instances)))} of ${ofEach(limit, instances)} rps`
}

/** Without a bound on what can be taken all are admitted, whatever the limit. */
const ofPlaces: Describe = ({ rps, present, slots, instances }, limit) => {
  if (slots > 0) return `at ${short(rps)} rps: ${whole(present)} of ${ofEach(limit, instances)} admitted`
  return present > 0 ? `at ${short(rps)} rps: ${whole(present)} at a time, no limit` : null
}

const ofPool: Describe = ({ rps, poolInUse, poolSize }) =>
  Number.isFinite(poolSize) || poolInUse > 0 ? `at ${short(rps)} rps: ${poolText(poolInUse, poolSize)}` : null

const inUse: Describe = ({ rps, utilization }) => `at ${short(rps)} rps: ${percent(utilization)} in use`

/** Calls that were made before the last ten seconds time out in them, too. */
const ofTimeout: Describe = ({ rps, timedOut }, limit) =>
  limit <= 0 ? null : `at ${short(rps)} rps: ${short(Math.min(rps, timedOut))} rps time out`

/** What stands below a field, by what its property governs. */
const BY_ROLE: Partial<Readonly<Record<Role, Describe>>> = {
  slots: ofSlots,
  instances: ofSlots,
  'least-instances': ofSlots,
  'most-instances': ofSlots,
  places: ofPlaces,
  rate: ofRate,
  pool: ofPool,
  bandwidth: inUse,
  timeout: ofTimeout,
}

export const hasPresentFigure = ({ role }: Property): boolean => role !== undefined && BY_ROLE[role] !== undefined

/** What a field does in the run, in words: "at 400 rps: 38 % of 16 × 4 slots". Null: the run tells nothing of it. */
export function presentFigure(
  { role }: Property,
  value: unknown,
  { snapshot, id }: { readonly snapshot: RunSnapshot; readonly id: string },
): string | null {
  const describe = role && BY_ROLE[role]
  const present = nodePresent(snapshot, id) ?? edgePresent(snapshot, id)
  if (!describe || present === null || typeof value !== 'number') return null
  return describe(present, value)
}

function nodePresent({ nodes, nodeFigures, nodeUtilization, windows }: RunSnapshot, id: string): Present | null {
  const index = nodes.indexOf(id)
  if (index < 0 || nodeFigures === null || Number.isNaN(nodeFigures.offered[index])) return null
  const { offered: arriving, slots, takenOf, takenPlaces, takenWorking, present, instances } = nodeFigures
  const isClient = (slots[index] ?? 0) === 0
  const { offered, spanMs } = windows.last10s
  return {
    rps: isClient ? (spanMs > 0 ? (offered * 1000) / spanMs : 0) : (arriving[index] ?? 0),
    utilization: nodeUtilization[index] ?? 0,
    places: PLACES[takenPlaces[index] ?? 0] ?? '',
    slots: takenOf[index] ?? 0,
    working: takenWorking[index] ?? 0,
    present: present[index] ?? 0,
    instances: instances[index] ?? 0,
    ...{ poolInUse: 0, poolSize: Number.POSITIVE_INFINITY },
    timedOut: 0,
  }
}

function edgePresent({ edges, edgeFigures }: RunSnapshot, id: string): Present | null {
  const index = edges.indexOf(id)
  if (index < 0 || edgeFigures === null || Number.isNaN(edgeFigures.offered[index])) return null
  return {
    rps: edgeFigures.offered[index] ?? 0,
    utilization: edgeFigures.transferring[index] ?? 0,
    ...{ places: '', slots: 0, working: 0 },
    present: 0,
    instances: 1,
    poolInUse: edgeFigures.poolInUse[index] ?? 0,
    poolSize: edgeFigures.poolSize[index] ?? Number.POSITIVE_INFINITY,
    timedOut: edgeFigures.timedOut[index] ?? 0,
  }
}

const whole = (value: number): string => decimals(value, 0)
