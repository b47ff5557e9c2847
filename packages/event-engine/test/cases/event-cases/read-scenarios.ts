import { type CaseFile, Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import type { Model } from '../../../src/model.ts'
import { balancer, draw, link, named, type RoughEdge, type RoughNode, users, workers } from './draw.ts'
import { isSetting, list, number, record, text } from './read-settings.ts'
import {
  isClient,
  type Scenario,
  type Scenarios,
  scenarioOfFlow,
  withProperty,
  withRate,
  withTold,
  withUsers,
} from './scenario.ts'
import { fanOut, neutral, readShape } from './shapes.ts'

type Inputs = Readonly<Record<string, unknown>>

/** Reads what a case has the engine run; throws `Unmapped` on what it does not know. */
export function readScenarios({ ref, variants, vectors, ...inputs }: Inputs, file: CaseFile): Scenarios {
  if (ref !== undefined) return each(followReference(text(ref), file), (scenario) => withAll(scenario, inputs))
  if (variants !== undefined) return readVariants(record(variants), inputs, file)
  if (vectors !== undefined) return readVectors(list(vectors), inputs, file)
  if (inputs.nodes !== undefined) return new Map([['', readDiagram(inputs, file)]])
  const shaped = readShape(inputs, file.profiles)
  if (shaped === null) throw new Unmapped(`What to run is not told: ${JSON.stringify(inputs)}`)
  return new Map([['', shaped]])
}

const each = (scenarios: Scenarios, change: (scenario: Scenario) => Scenario): Scenarios =>
  new Map([...scenarios].map(([name, scenario]) => [name, change(scenario)]))

function readVariants(variants: Inputs, shared: Inputs, file: CaseFile): Scenarios {
  const read = new Map<string, Scenario>()
  for (const [name, told] of Object.entries(variants)) {
    read.set(
      name,
      typeof told === 'string' ? variantInWords(told, read, file) : readVariant(together(shared, record(told)), file),
    )
  }
  return read
}

/** What all variants have and what one has itself; their settings together. */
const together = (shared: Inputs, own: Inputs): Inputs => ({
  ...shared,
  ...own,
  ...(shared.settings !== undefined &&
    own.settings !== undefined && { settings: { ...record(shared.settings), ...record(own.settings) } }),
})

const readVariant = (inputs: Inputs, file: CaseFile): Scenario =>
  [...readScenarios(inputs, file).values()][0] as Scenario

/** Vectors are variants by their place, from 1 on. */
function readVectors(vectors: readonly unknown[], shared: Inputs, file: CaseFile): Scenarios {
  const read = vectors.map((vector) => {
    if (!Array.isArray(vector)) return readVariant(together(shared, record(vector)), file)
    const [slowShare, width, ...more] = vector.map(number)
    if (slowShare === undefined || width === undefined || more.length > 0 || slowShare >= 1) {
      throw new Unmapped(`${JSON.stringify(vector)} tells no system.`)
    }
    return fanOut(slowShare, width, file.profiles)
  })
  return new Map(read.map((scenario, index) => [String(index + 1), scenario]))
}

/** Beside `nodes`, `edges`, `profile` and `settings` of a diagram: what a case says in words of its own. */
const EXTRAS: Readonly<Record<string, (scenario: Scenario, value: unknown) => Scenario>> = {
  spike: (scenario, value) => {
    const { rps, fromS, toS } = record(value)
    const spike = { rps: number(rps), fromS: number(fromS), toS: number(toS) }
    return happening(withLoad(scenario, { atS: spike.fromS, forS: spike.toS - spike.fromS, rps: spike.rps }), { spike })
  },
  step: (scenario, value) => {
    const { atS, rps } = record(value)
    const stepped = withLoad(scenario, { atS: number(atS), rps: number(rps) })
    return { ...stepped, durationS: scenario.durationS ?? number(atS) + AFTER_STEP_S }
  },
  after: (scenario, value) => {
    const { rps, fromS } = record(value)
    return withLoad(scenario, { atS: number(fromS), rps: number(rps) })
  },
  window: (scenario, value) => happening(scenario, { window: spanOf(value) }),
  fault: (scenario, value) => {
    const fault = typeof value === 'string' ? faultInWords(value) : record(value)
    return withTold(scenario, { faults: [...list(scenario.told.faults ?? []), fault] })
  },
  hpa: (scenario, value) => adjusted(scenario, (model) => withScaling(model, record(value))),
  breaker: (scenario, value) => adjusted(scenario, (model) => withBreaker(model, record(value))),
  rps: (scenario, value) => withRate(scenario, number(value)),
  users: (scenario, value) => withUsers(scenario, number(value)),
}

function readDiagram({ profile, nodes, edges, settings = {}, ...extras }: Inputs, file: CaseFile): Scenario {
  if (profile !== undefined && file.profiles[text(profile)] === undefined) {
    throw new Unmapped(`The file has no profile ${profile}.`)
  }
  const flow = draw(
    list(nodes) as readonly RoughNode[],
    list(edges) as readonly RoughEdge[],
    profile === undefined ? {} : file.profiles[text(profile)],
  )
  const cycleS = Math.max(0, ...flow.nodes.filter(isClient).map(({ data }) => cycleOf(data)))
  return withAll(scenarioOfFlow(flow, { happens: cycleS > 0 ? { cycleS } : {} }), { settings, ...extras })
}

/** With all that a case says besides its diagram: what happens, settings of the run, properties. */
function withAll(scenario: Scenario, { settings = {}, profile: _, ...others }: Inputs): Scenario {
  const isExtra = ([name]: [string, unknown]) => Object.hasOwn(EXTRAS, name)
  const ofRun = Object.entries(record(settings))
  const plain = withTold(scenario, Object.fromEntries(ofRun.filter((entry) => !isExtra(entry))))
  return [...ofRun.filter(isExtra), ...Object.entries(others)].reduce(
    (changed, [name, value]) => withOne(changed, name, value),
    plain,
  )
}

function withOne(scenario: Scenario, name: string, value: unknown): Scenario {
  const extra = Object.hasOwn(EXTRAS, name) ? EXTRAS[name] : undefined
  if (extra !== undefined) return extra(scenario, value)
  return isSetting(name) ? withTold(scenario, { [name]: value }) : withProperty(scenario, name, value)
}

/** How long a load is watched after it has changed for good. */
const AFTER_STEP_S = 900

/** The period of a bursty pattern is fixed, that of a periodic one told. */
const cycleOf = ({ requestPattern, periodSeconds = 60 }: Inputs): number => {
  if (requestPattern === 'Bursty') return 10
  return requestPattern === 'Periodic' ? number(periodSeconds) : 0
}

const happening = (scenario: Scenario, happens: Scenario['happens']): Scenario => ({
  ...scenario,
  happens: { ...scenario.happens, ...happens },
})

const withLoad = (scenario: Scenario, change: Inputs): Scenario =>
  withTold(scenario, { load: [...list(scenario.told.load ?? []), change] })

const adjusted = (scenario: Scenario, adjust: Scenario['adjust']): Scenario => ({
  ...scenario,
  adjust: (model) => adjust(scenario.adjust(model)),
})

/** `200-300 s`, or its ends. */
function spanOf(value: unknown): readonly [number, number] {
  const [from, to] = Array.isArray(value)
    ? value.map(number)
    : (/^([\d.]+)\s*-\s*([\d.]+) s$/.exec(text(value))?.slice(1).map(Number) ?? [])
  if (from === undefined || to === undefined) throw new Unmapped(`${JSON.stringify(value)} is no span of time.`)
  return [from, to]
}

/** `s1 down at 120 s for 300 s`, `db slow x5 from 60 s to 90 s`, `s-db cut at 10 s`. */
function faultInWords(words: string): Inputs {
  const [, of, kind, factor, from, within, end] =
    /^(\S+) (down|cut|cold|slow)(?: x([\d.]+))? (?:at|from) ([\d.]+) s(?: (for|to|until) ([\d.]+) s)?$/.exec(words) ??
    []
  if (of === undefined) throw new Unmapped(`"${words}" is no fault that is known.`)
  return {
    [kind === 'cut' ? 'edge' : 'node']: of,
    kind: kind === 'down' ? 'outage' : kind,
    ...(factor !== undefined && { factor: Number(factor) }),
    fromS: Number(from),
    ...(end !== undefined && { forS: Number(end) - (within === 'for' ? 0 : Number(from)) }),
  }
}

/** Rules of an autoscaler that the engine always goes by; a case may name them, but not change them. */
const KNOWN_SCALING_RULES: Inputs = {
  notReady: 'counted as 0 % use when scaling up',
  maxStep: 'double or +4 per sync',
}

function withScaling(model: Model, { syncS, readyDelayS, tolerance, downStabilisationS, ...rules }: Inputs): Model {
  for (const [name, words] of Object.entries(rules)) {
    if (KNOWN_SCALING_RULES[name] !== words) throw new Unmapped(`The autoscaler cannot be told ${name}: ${words}.`)
  }
  const told = {
    ...(syncS !== undefined && { syncMs: 1000 * number(syncS) }),
    ...(readyDelayS !== undefined && { readyMs: 1000 * number(readyDelayS) }),
    ...(downStabilisationS !== undefined && { stabilisationMs: 1000 * number(downStabilisationS) }),
    ...(tolerance !== undefined && { tolerance: number(tolerance) }),
  }
  const stations = model.stations.map((station) =>
    station.scaling === null ? station : { ...station, scaling: { ...station.scaling, ...told } },
  )
  return { ...model, stations }
}

/** With breakers that have other figures than by themselves. */
export function withBreaker(model: Model, told: Inputs): Model {
  const config = breakerOf(told)
  if (!model.links.some(({ breaker }) => breaker !== null)) throw new Unmapped('No edge has a breaker.')
  const links = model.links.map((one) =>
    one.breaker === null ? one : { ...one, breaker: { ...one.breaker, ...config } },
  )
  return { ...model, links }
}

/** Figures of a breaker by the names that a case may give them. */
function breakerOf({ window, minimumCalls, failureRateThreshold, waitS, probes, ...others }: Inputs) {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Unmapped(`A breaker cannot be told ${unknown}.`)
  return {
    ...(window !== undefined && { window: number(window) }),
    ...(minimumCalls !== undefined && { minimumCalls: number(minimumCalls) }),
    ...(failureRateThreshold !== undefined && { failureShare: number(failureRateThreshold) / 100 }),
    ...(waitS !== undefined && { openMs: 1000 * number(waitS) }),
    ...(probes !== undefined && { probes: number(probes) }),
  }
}

/** `as roundRobin with algorithm "IP Hash", …`, or `100 backends, S=1000 ms, 50 rps, settings.lb="power-of-two"`. */
function variantInWords(words: string, others: Scenarios, file: CaseFile): Scenario {
  const [, like, changes = ''] = /^as (\w\S*?),? ((?:with|at) .+)$/.exec(words) ?? []
  if (like === undefined) return farmInWords(words, file)
  const scenario = others.get(like)
  if (scenario === undefined) throw new Unmapped(`There is no variant ${like}.`)
  return changed(scenario, changes)
}

function farmInWords(words: string, { profiles }: CaseFile): Scenario {
  const told = { backends: 0, meanMs: 0, rps: 0 }
  const changes: string[] = []
  for (const part of partsOf(words)) {
    const [, figure, unit] = /^(?:S=)?([\d.]+) (backends|ms|rps)$/.exec(part) ?? []
    if (unit === 'backends') told.backends = Number(figure)
    else if (unit === 'ms') told.meanMs = Number(figure)
    else if (unit === 'rps') told.rps = Number(figure)
    else changes.push(part)
  }
  const { backends, meanMs, rps } = told
  if (!(backends > 0 && meanMs > 0 && rps > 0)) throw new Unmapped(`"${words}" tells no farm.`)
  const names = named(backends)
  const one = { concurrencyModel: 'Single-Threaded' }
  const nodes = [users(rps), balancer('Round Robin'), ...names.map((id) => workers(id, 1, meanMs, one))]
  const edges = [link('c', 'lb'), ...names.map((id) => link('lb', id))]
  return changed(scenarioOfFlow(draw(nodes, edges, neutral(profiles))), changes.join(', '))
}

/** Another case of the file, with what the words change. */
function followReference(words: string, file: CaseFile): Scenarios {
  const [, id, rest = ''] = /^([A-Z]+-\d+)(?:[ ,]\s*(.*))?$/.exec(words) ?? []
  const found = file.cases.find((one) => one.id === id)
  if (found === undefined) throw new Unmapped(`"${words}" names no case of the file.`)
  const scenarios = readScenarios(found.inputs, file)
  const [, swept, values] = /^with (\w+) ([\d.]+(?:, [\d.]+)+)$/.exec(rest) ?? []
  if (swept === undefined || values === undefined) return each(scenarios, (scenario) => changed(scenario, rest))
  const [base] = scenarios.values()
  return new Map(values.split(', ').map((value) => [value, withOne(base as Scenario, swept, Number(value))]))
}

/** What is told between commas, or by "and". */
const partsOf = (words: string): readonly string[] =>
  (words.match(/(?:"[^"]*"|[^",])+/g) ?? []).flatMap((part) => part.split(/ and (?=\w+ )/)).map((part) => part.trim())

/** Changes in words: `with algorithm "IP Hash"`, `with averageLatency 50 -> 80 ms`, `settings.lb="power-of-two"`, `at 40 rps`. */
const changed = (scenario: Scenario, words: string): Scenario =>
  partsOf(words).reduce((before, part) => {
    const [, property, from, to] = /^(?:with )?(\w+) ([\d.]+) -> ([\d.]+)(?: \w+)?$/.exec(part) ?? []
    if (property !== undefined) return withProperty(before, property, Number(to), Number(from))
    const [, rps] = /^at ([\d.]+) rps$/.exec(part) ?? []
    if (rps !== undefined) return withRate(before, Number(rps))
    const [, name, quoted, bare] =
      /^(?:with )?(?:settings\.)?(\w+)(?: | ?= ?)(?:"([^"]*)"|([\d.]+|true|false)(?: (?:ms|s|rps|%))?)$/.exec(part) ??
      []
    if (name !== undefined) return withOne(before, name, quoted ?? JSON.parse(bare as string))
    if (KNOWN_REMARKS.some((remark) => remark.test(part))) return before
    throw new Unmapped(`"${part}" says nothing that is known.`)
  }, scenario)

/** What holds anyway, or is repeated by the sentences of a case. */
const KNOWN_REMARKS = [
  /^every request from a fresh address/,
  /^\d+ seeds$/,
  /^\d+ replications each$/,
  /^vs closed client with same utilisation$/,
]
