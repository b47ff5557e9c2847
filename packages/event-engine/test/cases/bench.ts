import { isDeepStrictEqual } from 'node:util'
import type { Data } from '@plimsoll/catalog'
import { CannotBeRead, existing } from '../../../../tooling/reference-cases/reference-case.ts'
import type { EventFlow } from '../../src/compile/event-flow.ts'
import { compile } from '../../src/compile/index.ts'
import { CompiledCore } from '../../src/core/core.ts'
import { type RunOptions, runModel } from '../../src/engine/run-model.ts'
import type { Model } from '../../src/model.ts'
import type { RunOutcome } from '../../src/outcome.ts'
import { type EventSettings, readSettings } from '../../src/settings.ts'
import { brokenLaws } from '../laws.ts'
import { type Diagram, type Form, flowOf } from './diagram.ts'

/** A diagram that was run. */
export interface Measured {
  readonly diagram: Diagram
  readonly model: Model
  readonly outcome: RunOutcome
}

/** Settings that a case goes by unless it names them. */
const UNNAMED = { arrivals: 'open', service: 'exp', callStyle: 'pipeline', requestMix: { Read: 1 } }
const WARM_UP_SHARE = 0.1
/** Figures over the cycle of a load are means over so many cycles at least, in so many parts of one. */
const LEAST_CYCLES = 100
const PARTS_OF_CYCLE = 100
/** As in the terminal and in experiments. */
const CORE = CompiledCore.load()
const SPAN_MS = 1000
/** A short run shows how long it takes until enough requests are done; a tenth of them where few are enough. */
const PILOT_REQUESTS = 3000
/** Chance plays a part in how many are done. */
const MARGIN = 1.03

type Profiles = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Options = Partial<Omit<RunOptions, 'seed' | 'durationMs'>>

/** Compiles each diagram once, runs it, and sees that no run breaks a law. */
export class Bench {
  readonly #profiles: Profiles
  readonly #form: Form
  readonly #models = new WeakMap<Diagram, Model>()
  readonly #perSecond = new WeakMap<Diagram, number>()

  constructor(profiles: Profiles, form: Form = 'full') {
    this.#profiles = profiles
    this.#form = form
  }

  flow(diagram: Diagram): EventFlow {
    const { profile } = diagram
    const values = profile === undefined ? {} : existing(this.#profiles[profile], `profile ${profile}`)
    return flowOf(diagram, values as Record<string, Data>, this.#form)
  }

  model(diagram: Diagram): Model {
    const known = this.#models.get(diagram)
    if (known !== undefined) return known
    const compiled = compile(this.flow(diagram), settingsOf(diagram))
    if (!compiled.ok) throw cannotBeRead(compiled.faults)
    const model = withConstants(compiled.model, diagram)
    this.#models.set(diagram, model)
    return model
  }

  /** As long as its settings say, or until enough requests are done: `length` times as many as the diagram or the case asks for. */
  run(diagram: Diagram, { seed, requests, length = 1 }: { seed: number; requests: number; length?: number }): Measured {
    const { durationS, warmUpS = 0 } = diagram.settings ?? {}
    if (durationS !== undefined) {
      return this.runFor(diagram, Number(durationS), seed, {
        warmUpMs: 1000 * Number(warmUpS),
        countsOccupancy: true,
      })
    }
    const cycleS = cycleOf(diagram)
    const least = diagram.requests === undefined ? requests : diagram.requests * length
    for (let perSecond = this.#rateOf(diagram); ; ) {
      const seconds = Math.max((least / perSecond) * MARGIN, LEAST_CYCLES * cycleS)
      const whole = (time: number) => (cycleS === 0 ? time : Math.ceil(time / cycleS) * cycleS)
      const warmUpS = whole(seconds * WARM_UP_SHARE)
      const measured = this.runFor(diagram, warmUpS + whole(seconds), seed, {
        warmUpMs: 1000 * warmUpS,
        countsOccupancy: true,
        spanMs: cycleS === 0 ? SPAN_MS : (1000 * cycleS) / PARTS_OF_CYCLE,
      })
      const { completed } = measured.outcome.requests
      if (completed >= least) return measured
      const done = (1000 * completed) / measured.outcome.measuredMs
      if (!(done > 0) || done > perSecond) throw new Error(`Only ${completed} requests were completed.`)
      perSecond = done / MARGIN
      this.#perSecond.set(diagram, perSecond)
    }
  }

  /** For some seconds, without a warm-up unless told. Throws where a law is broken. */
  runFor(diagram: Diagram, seconds: number, seed: number, options: Options = {}): Measured {
    const measured = this.runUnjudged(diagram, seconds, seed, options)
    const broken = brokenLaws(measured)
    if (broken.length > 0) throw new Error(`A law is broken: ${broken.map(({ text }) => text).join('; ')}`)
    return measured
  }

  /** The same, whatever laws it breaks. */
  runUnjudged(diagram: Diagram, seconds: number, seed: number, options: Options = {}): Measured {
    const model = this.model(diagram)
    const outcome = runModel(model, {
      warmUpMs: 0,
      spanMs: SPAN_MS,
      core: CORE,
      ...options,
      seed,
      durationMs: 1000 * seconds,
    })
    if (outcome.endedEarly !== null) throw new Error(`The run ended early: ${outcome.endedEarly}.`)
    return { diagram, model, outcome }
  }

  /** How long it takes until so many requests are completed, about. */
  secondsFor(diagram: Diagram, requests: number): number {
    return requests / this.#rateOf(diagram)
  }

  /** Completed requests a second, by a short run. */
  #rateOf(diagram: Diagram): number {
    const known = this.#perSecond.get(diagram)
    if (known !== undefined) return known
    const pilot = Math.min(PILOT_REQUESTS, (diagram.requests ?? Number.POSITIVE_INFINITY) / 10)
    const seconds = pilotSeconds(this.model(diagram), pilot, cycleOf(diagram))
    const { requests, measuredMs } = this.runUnjudged(diagram, seconds, 0, { warmUpMs: (1000 * seconds) / 2 }).outcome
    const perSecond = Math.max(1, requests.completed) / (measuredMs / 1000)
    this.#perSecond.set(diagram, perSecond)
    return perSecond
  }
}

const cannotBeRead = (faults: readonly { readonly path: string; readonly message: string }[]) =>
  new CannotBeRead(faults.map(({ path, message }) => `${path} ${message}`).join('; '))

/** Whether two models give the same runs: equal, and with the same rates over time. */
export function isSameModel(one: Model, other: Model): boolean {
  const sampled = ({ sources, ...model }: Model) => ({
    ...model,
    sources: sources.map(({ rate, kindsAt, ...source }) => ({
      ...source,
      rates: SAMPLE_MS.map(rate.at),
      kinds: SAMPLE_MS.map((ms) => kindsAt?.(ms)),
    })),
  })
  return isDeepStrictEqual(sampled(one), sampled(other))
}

const SAMPLE_MS = Array.from({ length: 300 }, (_, index) => 777 * index)

/** Reads the settings as those of a flow are read; throws `CannotBeRead` on what a run cannot be told. */
export function settingsOf({ settings = {} }: Diagram): EventSettings {
  const { service = UNNAMED.service } = settings
  const ofNodes = typeof service === 'object' ? { default: UNNAMED.service, ...service } : service
  const read = readSettings({ ...UNNAMED, ...settings, service: ofNodes })
  if (read.ok) return read.settings
  throw cannotBeRead(read.faults)
}

/** Constants of the engine that a case gives figures of its own. */
function withConstants(model: Model, { scaling, breaker }: Diagram): Model {
  const stations = model.stations.map((station) =>
    scaling && station.scaling ? { ...station, scaling: { ...station.scaling, ...scaling } } : station,
  )
  const links = model.links.map((one) =>
    breaker && one.breaker ? { ...one, breaker: { ...one.breaker, ...breaker } } : one,
  )
  return { ...model, stations, links }
}

/** Seconds after which the load repeats itself; 0: it does not. The period of a bursty pattern is fixed. */
export const cycleOf = ({ nodes }: Diagram): number =>
  Math.max(
    ...nodes.map(({ data: { requestPattern, periodSeconds = 60 } = {} }) =>
      requestPattern === 'Bursty' ? 10 : requestPattern === 'Periodic' ? Number(periodSeconds) : 0,
    ),
  )

function pilotSeconds({ sources, stations }: Model, requests: number, cycleS: number): number {
  const service = stations.reduce((sum, { meanMs }) => sum + Math.max(...meanMs.filter(Number.isFinite)), 0)
  const perSecond = sources.reduce(
    (sum, { arrivals, users, thinkMs, rate }) =>
      sum + (arrivals === 'closed' ? (1000 * users) / (thinkMs + service) : rate.at(0)),
    0,
  )
  if (!(perSecond > 0)) throw new CannotBeRead('no client sends a request')
  const seconds = requests / perSecond
  return cycleS > 0 ? Math.ceil(seconds / cycleS) * cycleS * 2 : seconds
}
