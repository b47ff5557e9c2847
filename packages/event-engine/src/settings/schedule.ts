import { isRecord, Reader, type Report } from './reader.ts'

export interface LoadChange {
  readonly atS: number
  /** Infinity: to the end. */
  readonly forS: number
  readonly rps: number
}

export type PlannedFault = {
  readonly of: string
  readonly kind: 'outage' | 'slow' | 'cut' | 'cold' | 'breakdowns'
  readonly fromS: number
  readonly forS: number
  /** Of `slow`: times as long. */
  readonly factor: number
  readonly inFlight: 'resume' | 'fail'
  /** Of `breakdowns`: means. */
  readonly upS: number
  readonly downS: number
}

const KINDS = ['outage', 'slow', 'cut', 'cold', 'breakdowns'] as const

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

/** The fault schedule: one fault or a list. Of a component (`node`) or a connection (`edge`, which is cut). */
export function readFaults(settings: Reader, report: Report): readonly PlannedFault[] {
  return entriesOf(settings, 'faults').flatMap(([name, value]): PlannedFault[] => {
    const path = settings.path(name)
    if (!isRecord(value)) {
      report(path, 'must be an object')
      return []
    }
    const fault = new Reader(value, path, report)
    const isEdge = fault.has('edge')
    const of = fault.raw(isEdge ? 'edge' : 'node')
    if (typeof of !== 'string') fault.fault('node', 'must be the id of a component, or edge that of a connection')
    const alternates = [fault.has('upS'), fault.has('downS')].includes(true)
    const kind = fault.choice('kind', isEdge ? 'cut' : alternates ? 'breakdowns' : 'outage', KINDS)
    if (isEdge !== (kind === 'cut'))
      fault.fault('kind', isEdge ? 'must be cut for a connection' : 'cannot be cut for a component')
    const read: PlannedFault = {
      of: typeof of === 'string' ? of : '',
      kind,
      ...spanOf(fault),
      factor: fault.number('factor', 5),
      inFlight: fault.choice('inFlight', 'fail', ['resume', 'fail']),
      upS: meanOf(fault, 'upS', kind === 'breakdowns'),
      downS: meanOf(fault, 'downS', kind === 'breakdowns'),
    }
    fault.finish()
    return [read]
  })
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
