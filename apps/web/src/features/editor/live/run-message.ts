import type { Flow } from '@plimsoll/flow'
import { ERROR_LISTS } from '@plimsoll/live-engine'
import {
  BOTTLENECKS_SHOWN,
  type Dots,
  type ErrorAnalysis,
  findBottlenecks,
  inUseText,
  type NodeFigures,
  type Rates,
  type RunSnapshot,
  utilizationLevel,
  type WindowFigures,
} from '@plimsoll/simulation'
import type { ShownRun } from '../run/run.ts'
import { isSpeed, type Speed } from '../run/speeds.ts'

/** Of a message, in characters: with what else is told of a person it stays below what passes between servers. */
export const MOST_LENGTH = 3_800
/** Components and connections whose loads are told, the first ones of the flow. */
const MOST_LOADS = 900
/** As a byte: of a component or connection that is all taken. The levels of loads are whole numbers of it. */
const FULL = 200
/** Bytes of a dot: number, connection, when it set out before now, how long it is shown, retries. */
const DOT_BYTES = 15

/** Of a snapshot in the order of a message. */
const FIGURES = [
  'elapsedTime',
  'averageResponseTime',
  'averageRequestSize',
  'createdRequests',
  'activeRequests',
  'completedRequests',
  'failedRequests',
  'retriesTotal',
  'successRate',
  'errorRate',
  'requestsPerSecond',
] as const satisfies readonly (keyof RunSnapshot)[]

const WINDOWS = ['last10s', 'last60s', 'sinceStart'] as const satisfies readonly (keyof RunSnapshot['windows'])[]
const COUNTS = ['spanMs', 'offered', 'completed', 'failed', 'retries'] as const
const TIMES = ['mean', 'p50', 'p95', 'p99'] as const

/** What is told of a component and of a connection, in the order of a row. */
const RATES = ['offered', 'served', 'rejected', 'failed'] as const satisfies readonly (keyof Rates)[]
const TAKEN = ['taken', 'takenOf', 'takenWorking', 'takenPlaces'] as const
const NODE_ROW = [...RATES, 'waiting', 'p95', 'present', 'instances', ...TAKEN] as const
const EDGE_ROW = [...RATES, 'timedOut', 'transferring', 'poolInUse', 'poolSize'] as const
/** Rows of a message at most, and the share of its free room that those of each kind take. */
const MOST_ROWS = 100
const ROWS_SHARE = 0.4

/** What others see of a run. */
export interface PresentedRun {
  readonly state: 'running' | 'paused'
  readonly speed: Speed
  readonly snapshot: RunSnapshot
}

/** A run as it is told to others: its figures, how busy everything is, and some of its dots. */
export function runMessage({ state, speed, seed }: Pick<ShownRun, 'state' | 'speed' | 'seed'>, snapshot: RunSnapshot) {
  const { engine, nodes, edges, nodeUtilization, edgeUtilization, windows, errors, bottlenecks } = snapshot
  const message = {
    ...{ state, speed, seed, engine },
    figures: FIGURES.map((name) => rounded(snapshot[name])),
    windows: WINDOWS.map((name) => [...COUNTS, ...TIMES].map((figure) => rounded(windows[name][figure]))),
    failures: errors.total,
    reasons: errors.reasons.slice(0, ERROR_LISTS.reasons).map(({ reason, count }) => [reason.slice(0, 60), count]),
    failedAt: errors.nodes.slice(0, ERROR_LISTS.nodes).map(({ id, count }) => [nodes.indexOf(id), count]),
    parts: partsKey(nodes, edges),
    loads: toText(loadBytes(nodeUtilization, edgeUtilization)),
    // Of those that are equally full only the engine knows which waits for which.
    bottlenecks: bottlenecks.map(({ of, id }) =>
      of === 'node' ? nodes.indexOf(id) : nodes.length + edges.indexOf(id),
    ),
  }
  const room = 0.75 * (MOST_LENGTH - JSON.stringify(message).length - 60)
  const { nodeFigures, edgeFigures } = snapshot
  const fullest = (utilization: Float32Array) =>
    [...utilization.keys()].sort((a, b) => at(utilization, b) - at(utilization, a))
  const isToldOf = (edge: number) =>
    inUseText(snapshot, edge) !== null || at(edgeFigures?.rejected, edge) + at(edgeFigures?.failed, edge) > 0
  const nodeRows = rowBytes(nodeFigures, NODE_ROW, fullest(nodeUtilization), ROWS_SHARE * room)
  const edgeRows = rowBytes(edgeFigures, EDGE_ROW, fullest(edgeUtilization).filter(isToldOf), ROWS_SHARE * room)
  const left = room - nodeRows.length - edgeRows.length - 4
  return {
    ...message,
    ...{ nodeRows: toText(nodeRows), edgeRows: toText(edgeRows) },
    dots: toText(dotBytes(snapshot, Math.floor(left / DOT_BYTES))),
  }
}

const at = (list: Float32Array | Uint8Array | undefined, index: number): number => list?.[index] ?? Number.NaN

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)

/** The same for the same components and connections in the same order: loads and dots name them by their places. */
function partsKey(...lists: readonly (readonly string[])[]): number {
  let key = 0x811c9dc5
  for (const list of lists) {
    for (const id of [...list, '\0']) {
      for (let at = 0; at < id.length; at++) key = Math.imul(key ^ id.charCodeAt(at), 0x01000193)
      key = Math.imul(key ^ 0x1f, 0x01000193)
    }
  }
  return key >>> 0
}

/** What is fuller than a level is so as a byte. */
function loadByte(load: number): number {
  const byte = Math.round(Math.min(1, Math.max(0, load)) * FULL)
  return utilizationLevel(byte / FULL) < utilizationLevel(load) ? byte + 1 : byte
}

function loadBytes(...utilizations: readonly Float32Array[]): Uint8Array {
  const loads = utilizations.flatMap((list) => [...list]).slice(0, MOST_LOADS)
  return Uint8Array.from(loads, loadByte)
}

/** For each of these components or connections, as far as there is room, its place and its figures, in two bytes each. */
function rowBytes<Name extends string>(
  figures: Readonly<Record<Name, Float32Array | Uint8Array>> | null,
  names: readonly Name[],
  indices: readonly number[],
  mostBytes: number,
): Uint8Array {
  const bytes = 2 * (1 + names.length)
  const rows = figures === null ? [] : indices.slice(0, Math.max(0, Math.min(MOST_ROWS, Math.floor(mostBytes / bytes))))
  return new Uint8Array(
    Uint16Array.from(rows.flatMap((index) => [index, ...names.map((name) => inTwoBytes(at(figures?.[name], index)))]))
      .buffer,
  )
}

/** Each list of figures as the rows of a message tell it, NaN where they do not. Null: there are no rows. */
function figuresOf<Name extends string>(value: unknown, names: readonly Name[], count: number) {
  const bytes = fromText(value, MOST_LENGTH)
  const width = 1 + names.length
  const words = new Uint16Array(bytes.buffer, 0, Math.floor(bytes.length / 2))
  if (words.length < width) return null
  const lists = names.map(() => new Float32Array(count).fill(Number.NaN))
  for (let from = 0; from + width <= words.length; from += width)
    for (const [column, list] of lists.entries()) {
      const index = words[from] ?? count
      if (index < count) list[index] = fromTwoBytes(words[from + 1 + column] ?? NOT_TOLD)
    }
  return Object.fromEntries(names.map((name, column) => [name, lists[column]])) as Record<Name, Float32Array>
}

function nodeFiguresOf(value: unknown, count: number): NodeFigures | null {
  const told = figuresOf(value, NODE_ROW, count)
  const none = new Float32Array(count).fill(Number.NaN)
  return (
    told && {
      ...told,
      ...{ slots: none, working: none, state: new Uint8Array(count), takenPlaces: Uint8Array.from(told.takenPlaces) },
    }
  )
}

/**
 * Of the bits of a 32-bit float those of eleven binary places, for numbers from 2⁻⁸ to 2²⁴: whole numbers up to 4,096 exactly. Smaller ones are 0.
 */
const NOT_TOLD = 0xffff
const LEAST_EXPONENT = 119 << 11
const float = new DataView(new ArrayBuffer(4))

function inTwoBytes(value: number): number {
  if (!Number.isFinite(value)) return NOT_TOLD
  float.setFloat32(0, Math.max(0, value))
  return Math.min(NOT_TOLD - 1, Math.max(0, ((float.getUint32(0) + 0x800) >>> 12) - LEAST_EXPONENT))
}

function fromTwoBytes(word: number): number {
  if (word === NOT_TOLD) return Number.NaN
  float.setUint32(0, (word + LEAST_EXPONENT) << 12)
  return word === 0 ? 0 : float.getFloat32(0)
}

/** The same dots from one message to the next, as long as they are on their way: those of the lowest numbers, spread by chance. */
function dotBytes({ dots, elapsedTime, edges }: RunSnapshot, most: number): Uint8Array {
  const rank = (at: number) => Math.imul(dots.id[at] ?? 0, 0x9e3779b1) >>> 0
  const all = Array.from({ length: dots.count }, (_, at) => at).filter(
    (at) => (dots.edge[at] ?? 0) < Math.min(edges.length, 65_536),
  )
  const chosen = all.sort((a, b) => rank(a) - rank(b)).slice(0, Math.max(0, most))
  const view = new DataView(new ArrayBuffer(chosen.length * DOT_BYTES))
  chosen.forEach((at, index) => {
    const from = index * DOT_BYTES
    view.setUint32(from, dots.id[at] ?? 0)
    view.setUint16(from + 4, dots.edge[at] ?? 0)
    view.setFloat32(from + 6, (dots.startedAt[at] ?? 0) - elapsedTime)
    view.setFloat32(from + 10, dots.shownMs[at] ?? 0)
    view.setUint8(from + 14, dots.retries[at] ?? 0)
  })
  return new Uint8Array(view.buffer)
}

/** What somebody tells of their run, which can be anything; null where it is none. Loads and dots only where both have the same flow. */
export function readRun(value: unknown, { nodes, edges }: Pick<Flow, 'nodes' | 'edges'>): PresentedRun | null {
  if (typeof value !== 'object' || value === null) return null
  const { state, speed, seed, engine, figures, windows, parts, loads, nodeRows, edgeRows, bottlenecks, dots } =
    value as Record<string, unknown>
  const numbers = numbersOf(figures, FIGURES.length)
  const spans = Array.isArray(windows) ? windows.slice(0, WINDOWS.length).flatMap((one) => windowOf(one) ?? []) : []
  const isState = state === 'running' || state === 'paused'
  if (!isState || !isSpeed(speed) || (engine !== 'live' && engine !== 'events')) return null
  if (numbers === null || spans.length !== WINDOWS.length) return null
  const ids = { nodes: nodes.map(({ id }) => id), edges: edges.map(({ id }) => id) }
  const isSame = parts === partsKey(ids.nodes, ids.edges)
  const busy = isSame ? fromText(loads, MOST_LOADS) : new Uint8Array()
  const loadOf = (from: number, count: number) =>
    Float32Array.from({ length: count }, (_, index) => Math.min(1, (busy[from + index] ?? 0) / FULL))
  const told = Object.fromEntries(FIGURES.map((name, index) => [name, numbers[index] ?? 0])) as Record<
    (typeof FIGURES)[number],
    number
  >
  const ranked = Array.isArray(bottlenecks) ? bottlenecks.slice(0, BOTTLENECKS_SHOWN) : []
  const rankOf = (part: number) => (ranked.includes(part) ? 1 / (1 + ranked.indexOf(part)) : 0)
  const [nodeUtilization, edgeUtilization] = [loadOf(0, nodes.length), loadOf(nodes.length, edges.length)]
  const [last10s, last60s, sinceStart] = spans as [WindowFigures, WindowFigures, WindowFigures]
  return {
    ...{ state, speed },
    snapshot: {
      ...told,
      ...ids,
      ...{ engine, seed: typeof seed === 'number' ? seed : 0, nodeUtilization, edgeUtilization },
      bottlenecks: findBottlenecks({
        nodes: loaded(ids.nodes, nodeUtilization, rankOf),
        edges: loaded(ids.edges, edgeUtilization, (index) => rankOf(nodes.length + index)),
      }),
      errors: errorsOf(value as Record<string, unknown>, told.failedRequests, isSame ? ids.nodes : []),
      metricHistory: [],
      dots: dotsOf(isSame ? fromText(dots, MOST_LENGTH) : new Uint8Array(), told.elapsedTime, edges.length),
      windows: { last10s, last60s, sinceStart },
      ...{
        nodeFigures: isSame ? nodeFiguresOf(nodeRows, nodes.length) : null,
        edgeFigures: isSame ? figuresOf(edgeRows, EDGE_ROW, edges.length) : null,
        missing: [],
      },
    },
  }
}

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const numbersOf = (value: unknown, count: number): readonly number[] | null =>
  Array.isArray(value) && value.length === count && value.every((one) => isFiniteNumber(one) && one >= 0) ? value : null

function windowOf(value: unknown): WindowFigures | null {
  if (!Array.isArray(value) || value.length !== COUNTS.length + TIMES.length) return null
  const counts = numbersOf(value.slice(0, COUNTS.length), COUNTS.length)
  const times = value.slice(COUNTS.length)
  if (counts === null || !times.every((one) => one === null || isFiniteNumber(one))) return null
  return {
    ...(Object.fromEntries(COUNTS.map((name, index) => [name, counts[index]])) as Pick<
      WindowFigures,
      (typeof COUNTS)[number]
    >),
    ...(Object.fromEntries(TIMES.map((name, index) => [name, times[index]])) as Pick<
      WindowFigures,
      (typeof TIMES)[number]
    >),
    reasons: [],
  }
}

/** Who watches is told of the reasons and the components, and of no request. */
function errorsOf(
  { failures, reasons, failedAt }: Readonly<Record<string, unknown>>,
  failedRequests: number,
  nodes: readonly string[],
): ErrorAnalysis {
  const total = isFiniteNumber(failures) ? Math.min(failedRequests, Math.max(0, failures)) : failedRequests
  const shareOf = (count: number) => ({ count, share: total > 0 ? Math.min(1, count / total) : 0 })
  return {
    total,
    reasons: countsOf(reasons, ERROR_LISTS.reasons).flatMap(([reason, count]) =>
      typeof reason === 'string' ? [{ reason: reason.slice(0, 60), ...shareOf(count) }] : [],
    ),
    nodes: countsOf(failedAt, ERROR_LISTS.nodes).flatMap(([node, count]) => {
      const id = typeof node === 'number' ? nodes[node] : undefined
      return id === undefined ? [] : [{ id, ...shareOf(count) }]
    }),
    recent: [],
  }
}

function countsOf(value: unknown, most: number): readonly (readonly [unknown, number])[] {
  const told = Array.isArray(value) ? value.slice(0, most) : []
  return told.flatMap((one) => {
    const [what, count] = Array.isArray(one) ? one : []
    return isFiniteNumber(count) && count >= 0 ? [[what, count] as const] : []
  })
}

/** Those of the same percentage stand as they do for who presents the run. */
const loaded = (ids: readonly string[], utilizations: Float32Array, rankOf: (index: number) => number) =>
  ids.map((id, index) => ({ id, utilization: utilizations[index] ?? 0, working: rankOf(index) }))

function dotsOf(bytes: Uint8Array, elapsedTime: number, edgeCount: number): Dots {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows = Array.from({ length: Math.floor(bytes.length / DOT_BYTES) }, (_, index) => index * DOT_BYTES).filter(
    (at) =>
      view.getUint16(at + 4) < edgeCount &&
      Number.isFinite(view.getFloat32(at + 6)) &&
      Number.isFinite(view.getFloat32(at + 10)) &&
      view.getFloat32(at + 10) > 0,
  )
  return {
    count: rows.length,
    id: Uint32Array.from(rows, (at) => view.getUint32(at)),
    edge: Uint32Array.from(rows, (at) => view.getUint16(at + 4)),
    startedAt: Float64Array.from(rows, (at) => elapsedTime + view.getFloat32(at + 6)),
    shownMs: Float32Array.from(rows, (at) => view.getFloat32(at + 10)),
    retries: Uint8Array.from(rows, (at) => view.getUint8(at + 14)),
  }
}

const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

function fromText(value: unknown, most: number): Uint8Array {
  if (typeof value !== 'string' || value.length > 2 * most) return new Uint8Array()
  try {
    return Uint8Array.from(atob(value), (character) => character.charCodeAt(0)).slice(0, most)
  } catch {
    return new Uint8Array()
  }
}
