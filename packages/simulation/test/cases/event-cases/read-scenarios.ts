import type { Model } from '../../../src/events/model.ts'
import { type CaseFile, Unmapped } from '../reference-case.ts'
import { balancer, draw, link, named, type RoughEdge, type RoughNode, users, workers } from './draw.ts'
import { isSetting, list, number, outageOf, readSetting, readSettings, record, text } from './read-settings.ts'
import { isClient, type Scenario, type Scenarios, withProperty, withRate, withSettings } from './scenario.ts'
import { fanOut, readShape, scenarioOf } from './shapes.ts'

type Inputs = Readonly<Record<string, unknown>>

/** Reads what a case has the engine run; throws `Unmapped` on what it does not know. */
export function readScenarios(inputs: Inputs, file: CaseFile): Scenarios {
  if (inputs.ref !== undefined) return followReference(text(inputs.ref), file)
  if (inputs.variants !== undefined) return readVariants(inputs, file)
  if (inputs.vectors !== undefined) return readVectors(list(inputs.vectors), file)
  if (inputs.nodes !== undefined) return new Map([['', readDiagram(inputs, file)]])
  const shaped = readShape(inputs, file.profiles)
  if (shaped === null) throw new Unmapped(`What to run is not told: ${JSON.stringify(inputs)}`)
  return new Map([['', shaped]])
}

function readVariants({ variants, ...shared }: Inputs, file: CaseFile): Scenarios {
  const read = new Map<string, Scenario>()
  for (const [name, told] of Object.entries(record(variants))) {
    read.set(
      name,
      typeof told === 'string' ? variantInWords(told, read, file) : readVariant({ ...shared, ...record(told) }, file),
    )
  }
  return read
}

const readVariant = (inputs: Inputs, file: CaseFile): Scenario =>
  [...readScenarios(inputs, file).values()][0] as Scenario

/** Vectors are variants by their place, from 1 on. */
function readVectors(vectors: readonly unknown[], file: CaseFile): Scenarios {
  const read = vectors.map((vector) => {
    if (!Array.isArray(vector)) return readVariant(record(vector), file)
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
    return happening(withLoad(scenario, spike.fromS, spike.toS - spike.fromS, spike.rps), { spike })
  },
  step: (scenario, value) => {
    const { atS, rps } = record(value)
    const step = { atS: number(atS), rps: number(rps) }
    const stepped = withLoad(scenario, step.atS, Number.POSITIVE_INFINITY, step.rps)
    return happening({ ...stepped, durationS: step.atS + AFTER_STEP_S }, { step })
  },
  after: (scenario, value) => {
    const { rps, fromS } = record(value)
    return withLoad(scenario, number(fromS), Number.POSITIVE_INFINITY, number(rps))
  },
  window: (scenario, value) => {
    const [, from, to] = /^([\d.]+)\s*-\s*([\d.]+) s$/.exec(text(value)) ?? []
    if (from === undefined) throw new Unmapped(`"${value}" is no span of time.`)
    return happening(scenario, { window: [Number(from), Number(to)] })
  },
  fault: (scenario, value) => {
    const [, node, at, lasting] = /^(\S+) down at ([\d.]+) s for ([\d.]+) s$/.exec(text(value)) ?? []
    if (node === undefined) throw new Unmapped(`"${value}" is no fault that is known.`)
    const fault = { node, fromS: Number(at), forS: Number(lasting) }
    const faults = [...scenario.settings.faults, outageOf(node, fault.fromS, fault.forS)]
    return happening(withSettings(scenario, { faults }), { fault })
  },
  hpa: (scenario, value) => ({ ...scenario, adjust: (model) => withScaling(scenario.adjust(model), record(value)) }),
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
  const { durationS } = record(settings)
  const plain: Scenario = {
    flow,
    settings: readSettings(record(settings)),
    happens: {},
    durationS: durationS === undefined ? null : number(durationS),
    requests: null,
    adjust: (model) => model,
  }
  const cycleS = Math.max(0, ...flow.nodes.filter(isClient).map(({ data }) => cycleOf(data)))
  const started = cycleS > 0 ? happening(plain, { cycleS }) : plain
  return Object.entries(extras).reduce((scenario, [key, value]) => {
    if (isSetting(key)) return withSettings(scenario, readSetting(key, value))
    const extra = Object.hasOwn(EXTRAS, key) ? EXTRAS[key] : undefined
    return extra === undefined ? withProperty(scenario, key, value) : extra(scenario, value)
  }, started)
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

const withLoad = (scenario: Scenario, atS: number, forS: number, rps: number): Scenario =>
  withSettings(scenario, { load: [...scenario.settings.load, { atS, forS, rps }] })

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

/** `as roundRobin with algorithm "IP Hash", …`, or `100 backends, S=1000 ms, 50 rps, settings.lb="power-of-two"`. */
function variantInWords(words: string, others: Scenarios, file: CaseFile): Scenario {
  const [, like, property, quoted, bare, remark] =
    /^as (\S+) with (\w+) (?:"([^"]*)"|([\d.]+|true|false))(?:,\s*(.+))?$/.exec(words) ?? []
  if (like === undefined || property === undefined) return farmInWords(words, file)
  const scenario = others.get(like)
  if (scenario === undefined) throw new Unmapped(`There is no variant ${like}.`)
  if (remark !== undefined && !/^every request from a fresh address/.test(remark)) {
    throw new Unmapped(`"${remark}" says nothing that is known.`)
  }
  return withProperty(scenario, property, quoted ?? JSON.parse(bare as string))
}

function farmInWords(words: string, { profiles }: CaseFile): Scenario {
  const told = { backends: 0, meanMs: 0, rps: 0, settings: {} as Record<string, unknown> }
  for (const part of words.split(/,\s*/)) {
    const [, figure, unit] = /^(?:S=)?([\d.]+) (backends|ms|rps)$/.exec(part) ?? []
    const [, setting, value] = /^settings\.(\w+)="([^"]+)"$/.exec(part) ?? []
    if (unit === 'backends') told.backends = Number(figure)
    else if (unit === 'ms') told.meanMs = Number(figure)
    else if (unit === 'rps') told.rps = Number(figure)
    else if (setting !== undefined) told.settings[setting] = value
    else throw new Unmapped(`"${part}" says nothing that is known.`)
  }
  const { backends, meanMs, rps, settings } = told
  if (!(backends > 0 && meanMs > 0 && rps > 0)) throw new Unmapped(`"${words}" tells no farm.`)
  const names = named(backends)
  const one = { concurrencyModel: 'Single-Threaded' }
  return scenarioOf({
    nodes: [users(rps), balancer('Round Robin'), ...names.map((id) => workers(id, 1, meanMs, one))],
    edges: [link('c', 'lb'), ...names.map((id) => link('lb', id))],
    settings,
    profiles,
  })
}

/** Another case of the file, with what the words change. */
function followReference(words: string, file: CaseFile): Scenarios {
  const [, id, rest = ''] = /^([A-Z]{2}-\d+)(?:[ ,]\s*(.*))?$/.exec(words) ?? []
  const found = file.cases.find((one) => one.id === id)
  if (found === undefined) throw new Unmapped(`"${words}" names no case of the file.`)
  const scenarios = readScenarios(found.inputs, file)
  const changed = (change: (scenario: Scenario) => Scenario): Scenarios =>
    new Map([...scenarios].map(([name, scenario]) => [name, change(scenario)]))

  const [, property, before, after] = /^with (\w+) ([\d.]+) -> ([\d.]+)(?: \w+)?$/.exec(rest) ?? []
  if (property !== undefined) return changed((one) => withProperty(one, property, Number(after), Number(before)))
  const [, swept, values] = /^with (\w+) ([\d.]+(?:, [\d.]+)+)$/.exec(rest) ?? []
  if (swept !== undefined && values !== undefined) {
    const [base] = scenarios.values()
    return new Map(values.split(', ').map((value) => [value, withProperty(base as Scenario, swept, Number(value))]))
  }
  const [, rps] = /^at ([\d.]+) rps$/.exec(rest) ?? []
  if (rps !== undefined) return changed((one) => withRate(one, Number(rps)))
  if (rest === '' || KNOWN_REMARKS.some((remark) => remark.test(rest))) return scenarios
  throw new Unmapped(`"${rest}" says nothing that is known.`)
}

/** What the sentences of a case repeat. */
const KNOWN_REMARKS = [/^\d+ seeds, \d+ replications each$/, /^vs closed client with same utilisation$/]
