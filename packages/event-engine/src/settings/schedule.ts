import { isRecord, Reader, type Report } from './reader.ts'

export interface LoadChange {
  readonly atS: number
  /** Infinity: to the end. */
  readonly forS: number
  readonly rps: number
}

export type PlannedFault = {
  /** The id of what it is of, and what that is. */
  readonly of: string
  readonly by: 'node' | 'edge' | 'zone'
  readonly kind: (typeof KINDS)[number]
  readonly fromS: number
  /** Infinity: to the end; of `cold`: once. */
  readonly forS: number
  /** Of `outage`: one instance, counted from 1; null: all. */
  readonly instance: number | null
  /** Of `slow`: times as long. */
  readonly factor: number
  /** Of `lose`: of the packets. */
  readonly share: number
  readonly inFlight: 'resume' | 'fail'
  /** Of `outage` and `cut`. */
  readonly mode: 'refuse' | 'hang'
  /** Of `breakdowns`: means. */
  readonly upS: number
  readonly downS: number
}

const KINDS = ['outage', 'slow', 'cut', 'lose', 'cold', 'breakdowns'] as const
const OF_CONNECTIONS: ReadonlySet<PlannedFault['kind']> = new Set(['cut', 'lose'])

/** Changes of the load: a list of them, and the single `step`, `spike` (both ends given) and what comes `after` it. */
export function readLoad(settings: Reader, report: Report): readonly LoadChange[] {
  const listed = entriesOf(settings, 'load')
  const single = ['step', 'spike', 'after'].flatMap((name) =>
    settings.has(name) ? [[name, settings.raw(name)] as const] : [],
  )
  const changes = [...listed, ...single].flatMap(([name, value]): LoadChange[] => {
    const path = settings.path(name)
    if (!isRecord(value)) {
      report(path, 'must be an object')
      return []
    }
    const change = new Reader(value, path, report)
    const { fromS: atS, forS } = spanOf(change)
    if (!change.has('rps')) change.fault('rps', 'is missing')
    const rps = change.number('rps', 0)
    change.finish()
    return [{ atS, forS, rps }]
  })
  return changes.toSorted((a, b) => a.atS - b.atS)
}

/** The fault schedule: one fault or a list. Of a component (`node`), a connection (`edge`) or all components of a group (`zone`). */
export function readFaults(settings: Reader, report: Report): readonly PlannedFault[] {
  return entriesOf(settings, 'faults').flatMap(([name, value]): PlannedFault[] => {
    const path = settings.path(name)
    if (!isRecord(value)) {
      report(path, 'must be an object')
      return []
    }
    const fault = new Reader(value, path, report)
    const by = (['edge', 'zone'] as const).find((one) => fault.has(one)) ?? 'node'
    const of = fault.raw(by)
    if (typeof of !== 'string')
      fault.fault('node', 'must be the id of a component, or edge that of a connection, or zone that of a group')
    const alternates = [fault.has('upS'), fault.has('downS')].includes(true)
    const usual = by === 'edge' ? 'cut' : alternates ? 'breakdowns' : 'outage'
    const kind = fault.choice('kind', usual, KINDS)
    if (by !== 'zone' && (by === 'edge') !== OF_CONNECTIONS.has(kind))
      fault.fault('kind', by === 'edge' ? 'must be cut or lose for a connection' : `cannot be ${kind} for a component`)
    const read: PlannedFault = {
      of: typeof of === 'string' ? of : '',
      by,
      kind,
      ...spanOf(fault),
      instance: instanceOf(fault, kind),
      factor: fault.number('factor', 5),
      share: fault.number('share', 1, { max: 1 }),
      inFlight: fault.choice('inFlight', 'fail', ['resume', 'fail']),
      mode: fault.choice('mode', 'refuse', ['refuse', 'hang']),
      upS: meanOf(fault, 'upS', kind === 'breakdowns'),
      downS: meanOf(fault, 'downS', kind === 'breakdowns'),
    }
    if (read.factor === 0) fault.fault('factor', 'must be above 0')
    if (kind === 'lose' && !fault.has('share'))
      fault.fault('share', 'is missing: the share of the packets that is lost')
    if (kind === 'lose' && read.share === 0) fault.fault('share', 'must be above 0')
    if (fault.has('mode') && kind !== 'outage' && kind !== 'cut')
      fault.fault('mode', `is for outage and cut, not ${kind}`)
    fault.finish()
    return [read]
  })
}

function instanceOf(fault: Reader, kind: PlannedFault['kind']): number | null {
  if (!fault.has('instance')) return null
  const instance = fault.number('instance', 1, { min: 1 })
  if (kind !== 'outage') fault.fault('instance', `is for outage, not ${kind}`)
  if (!Number.isInteger(instance)) fault.fault('instance', 'must be a whole number from 1')
  return instance
}

/** From `fromS` or `atS` on, for `forS` or until `toS`, or else to the end. */
function spanOf(from: Reader): { readonly fromS: number; readonly forS: number } {
  const fromS = from.has('fromS') ? from.number('fromS', 0) : from.number('atS', 0)
  const toS = from.number('toS', Number.POSITIVE_INFINITY, { min: fromS, orNull: Number.POSITIVE_INFINITY })
  return { fromS, forS: from.number('forS', toS - fromS, { orNull: Number.POSITIVE_INFINITY }) }
}

/** A mean, as a number or written `Exp(60)`. */
function meanOf(fault: Reader, name: string, isNeeded: boolean): number {
  const value = fault.raw(name)
  const written = typeof value === 'string' ? /^Exp\((\d+(?:\.\d+)?)\)$/i.exec(value.trim()) : null
  const mean = written === null ? value : Number(written[1])
  if (typeof mean === 'number' && mean > 0 && mean <= 1e12) return mean
  if (isNeeded || value !== undefined) fault.fault(name, 'must be a mean above 0, in seconds')
  return 0
}

/** The entries of a list with their paths; a single object is a list of one. */
function entriesOf(settings: Reader, name: string): readonly (readonly [string, unknown])[] {
  const value = settings.raw(name)
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return [[name, value]]
  return value.map((entry, index) => [`${name}.${index}`, entry] as const)
}
