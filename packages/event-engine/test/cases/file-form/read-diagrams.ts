import type { Data } from '@plimsoll/catalog'
import { CannotBeRead, type CaseFile, existing } from '../../../../../tooling/reference-cases/reference-case.ts'
import { knownData } from '../../../src/compile/known-data.ts'
import { readSettings } from '../../../src/settings.ts'
import { type Diagram, propertiesOf } from '../diagram.ts'
import { isClient } from '../measured-parts.ts'
import {
  diagramOfShape,
  failingBehindBreaker,
  failingTogether,
  fanOut,
  farm,
  type Inputs,
  sweep,
  TOWN,
} from './shapes.ts'
import { readBy } from './template.ts'

export type Diagrams = Readonly<Record<string, Diagram>>

/** Reads what a case has the engine run, by the names of its variants; throws `CannotBeRead` on what it does not know. */
export function readDiagrams({ ref, variants, vectors, ...inputs }: Inputs, texts: string, file: CaseFile): Diagrams {
  if (typeof ref === 'string') return each(referred(ref, file), (diagram) => withAll(diagram, inputs))
  if (variants !== undefined) {
    const read: Record<string, Diagram> = {}
    for (const [name, told] of Object.entries(variants as Inputs)) {
      read[name] = typeof told === 'string' ? inWords(told, read) : readOne(together(inputs, told as Inputs))
    }
    return read
  }
  if (Array.isArray(vectors)) {
    const read = vectors.map((vector) =>
      Array.isArray(vector) ? fanOut(...(vector as [number, number])) : readOne(together(inputs, vector as Inputs)),
    )
    return Object.fromEntries(read.map((diagram, index) => [String(index + 1), diagram]))
  }
  return inputs.nodes === undefined ? (bySubject(inputs, texts) ?? { '': readOne(inputs) }) : { '': readOne(inputs) }
}

const each = (diagrams: Diagrams, change: (diagram: Diagram) => Diagram): Diagrams =>
  Object.fromEntries(Object.entries(diagrams).map(([name, diagram]) => [name, change(diagram)]))

/** What all variants have and what one has itself; their settings together. */
const together = (shared: Inputs, own: Inputs): Inputs => ({
  ...shared,
  ...own,
  ...(shared.settings && own.settings
    ? { settings: { ...(shared.settings as Inputs), ...(own.settings as Inputs) } }
    : {}),
})

function readOne(inputs: Inputs): Diagram {
  const { profile, nodes, edges, ...rest } = inputs
  if (nodes !== undefined) return withAll({ profile, nodes, edges } as Diagram, rest)
  const shaped = diagramOfShape(inputs)
  if (shaped === null) throw new CannotBeRead(`no diagram is made of ${Object.keys(inputs).join(', ')}`)
  return shaped
}

/** Systems that cases name by what is done with them. */
function bySubject({ params, sweep: swept, transform, ...others }: Inputs, texts: string): Diagrams | null {
  const [, rps] = /all-failing stream at ([\d.]+) rps: OPEN exactly at call \d+/.exec(texts) ?? []
  const [, calls] = /OPEN exactly at call (\d+)/.exec(texts) ?? []
  if (rps !== undefined) {
    const isKnown = typeof params === 'object' || params === 'Resilience4j defaults' || Object.keys(others).length > 0
    if (!isKnown) throw new CannotBeRead('the breaker is not told')
    const config = breakerOf({ ...(typeof params === 'object' ? params : {}), ...others })
    return { '': failingBehindBreaker(Number(rps), Number(calls), config) }
  }
  const [, least, most] = /^any open diagram, load ([\d.]+)\.\.([\d.]+) % of capacity$/.exec(String(swept)) ?? []
  if (least !== undefined) return sweep(Number(least), Number(most))
  if (swept === 'every diagram case') return {}
  return transform === undefined ? null : { '': TOWN }
}

/** What a case says beside its diagram. */
const EXTRAS: Readonly<Record<string, (diagram: Diagram, value: unknown) => Diagram>> = {
  // What sentences refer to.
  window: (diagram) => diagram,
  fault: (diagram, value) => withSettings(diagram, { faults: [typeof value === 'string' ? faultIn(value) : value] }),
  step: (diagram, value) => {
    const { atS } = value as { atS: number }
    return withSettings(diagram, { durationS: atS + 900, ...diagram.settings, step: value })
  },
  hpa: (diagram, value) => ({ ...diagram, scaling: scalingOf(value as Inputs) }),
  breaker: (diagram, value) => ({ ...diagram, breaker: breakerOf(value as Inputs) }),
  rps: (diagram, value) => withClient(diagram, { concurrentUsers: value, thinkTimeBetweenRequests: 1000 }),
  users: (diagram, value) => withClient(diagram, { concurrentUsers: value }),
}

function withAll(diagram: Diagram, { settings = {}, ...others }: Inputs): Diagram {
  return [...Object.entries(settings as Inputs), ...Object.entries(others)].reduce(
    (changed, [name, value]) => withOne(changed, name, value),
    diagram,
  )
}

function withOne(diagram: Diagram, name: string, value: unknown): Diagram {
  const extra = Object.hasOwn(EXTRAS, name) ? EXTRAS[name] : undefined
  if (extra !== undefined) return extra(diagram, value)
  const isSetting = readSettings({ [name]: undefined }).ok
  return isSetting ? withSettings(diagram, { [name]: value }) : withProperty(diagram, name, value)
}

const withSettings = (diagram: Diagram, settings: Data): Diagram => ({
  ...diagram,
  settings: { ...diagram.settings, ...settings },
})

const withClient = (diagram: Diagram, data: Data): Diagram => ({
  ...diagram,
  nodes: diagram.nodes.map((node) => (isClient(node) ? { ...node, data: { ...node.data, ...data } } : node)),
})

/** Gives a property another value wherever the case names it, or else wherever a kind has it. */
function withProperty({ nodes, edges, ...diagram }: Diagram, name: string, value: unknown, from?: number): Diagram {
  const parts = [...nodes, ...edges]
  const has = (type = 'default') => Object.hasOwn(propertiesOf(type), name)
  const naming = parts.filter(
    ({ data = {} }) => Object.hasOwn(data, name) && (from === undefined || data[name] === from),
  )
  const meant = naming.length > 0 || from !== undefined ? naming : parts.filter(({ type }) => has(type))
  const isHeld = (type = 'default') =>
    !has(type) || Object.hasOwn(knownData(propertiesOf(type), { [name]: value }), name)
  if (meant.length === 0 || !meant.every(({ type }) => isHeld(type))) {
    throw new CannotBeRead(`nothing in the diagram can have ${name}: ${JSON.stringify(value)}`)
  }
  const changed = <P extends Diagram['nodes'][number] | Diagram['edges'][number]>(part: P): P =>
    meant.includes(part) ? { ...part, data: { ...part.data, [name]: value } } : part
  return { ...diagram, nodes: nodes.map(changed), edges: edges.map(changed) }
}

/** `s1 down at 120 s for 300 s`, `db slow x5 from 60 s to 90 s`, `s-db cut at 10 s`. */
function faultIn(words: string): Inputs {
  const [, of, kind, factor, from, within, end] =
    /^(\S+) (down|cut|cold|slow)(?: x([\d.]+))? (?:at|from) ([\d.]+) s(?: (for|to|until) ([\d.]+) s)?$/.exec(words) ??
    []
  return {
    [kind === 'cut' ? 'edge' : 'node']: existing(of, `fault called "${words}"`),
    kind: kind === 'down' ? 'outage' : kind,
    ...(factor !== undefined && { factor: Number(factor) }),
    fromS: Number(from),
    ...(end !== undefined && { [within === 'for' ? 'forS' : 'toS']: Number(end) }),
  }
}

/** Figures by the names that cases give them; throws on others. */
function renamed(told: Inputs, names: Readonly<Record<string, readonly [name: string, factor: number]>>): Inputs {
  return Object.fromEntries(
    Object.entries(told).map(([key, value]) => {
      const [name, factor] = existing(Object.hasOwn(names, key) ? names[key] : undefined, `figure ${key}: ${value}`)
      return [name, Number(value) * factor]
    }),
  )
}

const scalingOf = ({ notReady, maxStep, ...told }: Inputs): Inputs => {
  // The engine always goes by these.
  const isKnown = (value: unknown, known: string) => value === undefined || value === known
  if (!isKnown(notReady, 'counted as 0 % use when scaling up') || !isKnown(maxStep, 'double or +4 per sync')) {
    throw new CannotBeRead(`the autoscaler cannot be told ${notReady} or ${maxStep}`)
  }
  return renamed(told, {
    syncS: ['syncMs', 1000],
    readyDelayS: ['readyMs', 1000],
    downStabilisationS: ['stabilisationMs', 1000],
    tolerance: ['tolerance', 1],
  })
}

const breakerOf = (told: Inputs): Inputs =>
  renamed(told, {
    window: ['window', 1],
    minimumCalls: ['minimumCalls', 1],
    failureRateThreshold: ['failureShare', 0.01],
    waitS: ['openMs', 1000],
    probes: ['probes', 1],
  })

/** `as roundRobin with algorithm "IP Hash", …`, or `100 backends, S=1000 ms, 50 rps, settings.lb="power-of-two"`. */
function inWords(words: string, others: Diagrams): Diagram {
  const [, like, changes] = /^as (\w\S*?),? ((?:with|at) .+)$/.exec(words) ?? []
  if (like !== undefined) return changed(existing(others[like], `variant ${like}`), changes ?? '')
  const [, backends, meanMs, rps, more = ''] =
    /^(\d+) backends, S=([\d.]+) ms, ([\d.]+) rps(?:, (.*))?$/.exec(words) ?? []
  existing(backends, `system called "${words}"`)
  return changed(farm(Number(backends), Number(meanMs), Number(rps)), more)
}

/** Another case of the file, with what the words change; or a system that the words describe. */
function referred(words: string, file: CaseFile): Diagrams {
  const [, clients, strategy, intervalMs] = /^(\d+) clients fail at t=0, (\w+) ([\d.]+) ms$/.exec(words) ?? []
  if (strategy !== undefined) {
    const with_ = (jitter: string) => failingTogether(Number(clients), strategy, Number(intervalMs), jitter)
    return { none: with_('none'), full: with_('full'), equal: with_('equal') }
  }
  const [, id, rest = ''] = /^([A-Z]+-\d+)(?:[ ,]\s*(.*))?$/.exec(words) ?? []
  const found = existing(
    file.cases.find((one) => one.id === id),
    `case in "${words}"`,
  )
  const diagrams = readDiagrams(found.inputs, '', file)
  const [base] = Object.values(diagrams)
  const [, swept, values] = /^with (\w+) ([\d.]+(?:, [\d.]+)+)$/.exec(rest) ?? []
  if (base !== undefined && swept !== undefined && values !== undefined) {
    return Object.fromEntries(
      values.split(', ').map((value) => [value, withRequests(withOne(base, swept, Number(value)), Number(value))]),
    )
  }
  if (base !== undefined && rest === 'vs closed client with same utilisation') return openAndClosed(base)
  return each(diagrams, (diagram) => changed(diagram, rest))
}

/** Twice the deviation of the share of misses is half a percent of it. */
const withRequests = (diagram: Diagram, hitRate: number): Diagram =>
  hitRate < 1 ? { ...diagram, requests: Math.max(50_000, (80_000 * hitRate) / (1 - hitRate)) } : diagram

/** The same system with users who wait for their answers: 18, who load it as much; and twice, four times those that fill it. */
function openAndClosed(open: Diagram): Diagrams {
  const thinkMs = Number(open.nodes.find(isClient)?.data?.thinkTimeBetweenRequests)
  const serviceMs = open.nodes.map(
    ({ data = {} }) => Number(data.averageProcessingTime ?? 0) / Number(data.cpuCores ?? 1),
  )
  const filling = (thinkMs + serviceMs.reduce((sum, ms) => sum + ms)) / Math.max(...serviceMs)
  const closed = (count: number) => withSettings(withClient(open, { concurrentUsers: count }), { arrivals: 'closed' })
  return { open, closed: closed(18), past: closed(Math.ceil(2 * filling)), twice: closed(2 * Math.ceil(2 * filling)) }
}

/** `with algorithm "IP Hash"`, `with averageLatency 50 -> 80 ms`, `settings.lb="power-of-two"`, `at 40 rps`, one after the other. */
const changed = (diagram: Diagram, words: string): Diagram =>
  (words.match(/(?:"[^"]*"|[^",])+/g) ?? [])
    .flatMap((part) => part.split(/ and (?=\w+ )/))
    .reduce((before, part) => {
      const read = readBy<Diagram>(
        [
          [
            '{with |}<name> # -> #<unit>',
            (_, name = '', from, to) => withProperty(before, name, Number(to), Number(from)),
          ],
          ['at # rps', (rps) => withOne(before, 'rps', Number(rps))],
          [
            '{with |}{settings\\.|}<name>{ | ?= ?}{"[^"]*"|[\\d.]+|true|false}<unit>',
            (_, _settings, name = '', _is, value = '') => withOne(before, name, JSON.parse(value)),
          ],
          // What holds anyway, or is repeated by the sentences of the case.
          ['every request from a fresh address <any>', () => before],
          ['# {seeds|replications each}', () => before],
        ],
        part.trim(),
      )
      if (read === null) throw new CannotBeRead(`"${part}" says nothing that is known`)
      return read
    }, diagram)
