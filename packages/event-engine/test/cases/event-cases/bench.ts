import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import type { Model } from '../../../src/model.ts'
import type { RunOutcome } from '../../../src/outcome.ts'
import { brokenLaws } from '../../laws.ts'
import type { EventEngine, RunOptions, Scenario } from './scenario.ts'

/** A scenario that was run. */
export interface Measured {
  readonly scenario: Scenario
  readonly model: Model
  readonly outcome: RunOutcome
}

interface Length {
  readonly seed: number
  /** Completed requests at least, unless the scenario tells how many or how long. */
  readonly requests: number
  /** Times as many as the scenario tells. */
  readonly length?: number
}

type Told = Omit<Partial<RunOptions>, 'seed'>

const WARM_UP_SHARE = 0.1
/** Figures over the cycle of a load are means over so many cycles at least, in so many parts of one. */
const LEAST_CYCLES = 100
const PARTS_OF_CYCLE = 100
const SPAN_MS = 1000
/** A short run tells how long it takes until enough requests are done; a tenth of them where few are enough. */
const PILOT_REQUESTS = 3000
/** Chance plays a part in how many are done. */
const MARGIN = 1.03

/** Runs scenarios, each compiled once, and sees that no run breaks a law. */
export class Bench {
  readonly #engine: EventEngine
  readonly #models = new WeakMap<Scenario, Model>()
  readonly #perSecond = new WeakMap<Scenario, number>()

  constructor(engine: EventEngine) {
    this.#engine = engine
  }

  model(scenario: Scenario): Model {
    const known = this.#models.get(scenario)
    if (known !== undefined) return known
    const compiled = this.#engine.compile(scenario.flow, scenario.settings)
    if (!compiled.ok) {
      throw new Unmapped(compiled.faults.map(({ path, message }) => `${path}: ${message}`).join('; '))
    }
    const model = scenario.adjust(compiled.model)
    this.#models.set(scenario, model)
    return model
  }

  /** As long as the scenario says, or until enough requests are done. */
  run(scenario: Scenario, { seed, requests, length = 1 }: Length): Measured {
    if (scenario.durationS !== null) {
      return this.runFor(scenario, scenario.durationS, seed, {
        warmUpMs: 1000 * scenario.warmUpS,
        countsOccupancy: true,
      })
    }
    const { cycleS } = scenario.happens
    const least = scenario.requests === null ? requests : scenario.requests * length
    for (let perSecond = this.#ratesOf(scenario); ; ) {
      const seconds = Math.max((least / perSecond) * MARGIN, LEAST_CYCLES * (cycleS ?? 0))
      const whole = (time: number) => (cycleS === undefined ? time : Math.ceil(time / cycleS) * cycleS)
      const warmUpS = whole(seconds * WARM_UP_SHARE)
      const measured = this.runFor(scenario, warmUpS + whole(seconds), seed, {
        warmUpMs: 1000 * warmUpS,
        countsOccupancy: true,
        spanMs: cycleS === undefined ? SPAN_MS : (1000 * cycleS) / PARTS_OF_CYCLE,
      })
      const done = (1000 * measured.outcome.requests.completed) / measured.outcome.measuredMs
      if (measured.outcome.requests.completed >= least) return measured
      if (!(done > 0) || done > perSecond)
        throw new Error(`Only ${measured.outcome.requests.completed} requests were completed.`)
      perSecond = done / MARGIN
      this.#perSecond.set(scenario, perSecond)
    }
  }

  /** For some seconds, without a warm-up unless told. */
  runFor(scenario: Scenario, seconds: number, seed: number, told: Told = {}): Measured {
    const measured = this.runUnjudged(scenario, seconds, seed, told)
    const broken = brokenLaws(measured)
    if (broken.length > 0) throw new Error(`A law is broken: ${broken.map(({ text }) => text).join('; ')}`)
    return measured
  }

  /** The same, whatever laws it breaks. */
  runUnjudged(scenario: Scenario, seconds: number, seed: number, told: Told = {}): Measured {
    const model = this.model(scenario)
    const outcome = this.#engine.runModel(model, {
      warmUpMs: 0,
      spanMs: SPAN_MS,
      ...told,
      seed,
      durationMs: 1000 * seconds,
    })
    if (outcome.endedEarly !== null) throw new Error(`The run ended early: ${outcome.endedEarly}.`)
    return { scenario, model, outcome }
  }

  /** How long it takes until so many requests are completed, about. */
  secondsFor(scenario: Scenario, requests: number): number {
    return requests / this.#ratesOf(scenario)
  }

  /** Completed requests a second, by a short run. */
  #ratesOf(scenario: Scenario): number {
    const known = this.#perSecond.get(scenario)
    if (known !== undefined) return known
    const pilot = Math.min(PILOT_REQUESTS, (scenario.requests ?? Number.POSITIVE_INFINITY) / 10)
    const seconds = pilotSeconds(this.model(scenario), pilot, scenario.happens.cycleS)
    const { requests, measuredMs } = this.runUnjudged(scenario, seconds, 0, { warmUpMs: (1000 * seconds) / 2 }).outcome
    const perSecond = Math.max(1, requests.completed) / (measuredMs / 1000)
    this.#perSecond.set(scenario, perSecond)
    return perSecond
  }
}

function pilotSeconds({ sources, stations }: Model, requests: number, cycleS = 0): number {
  const service = stations.reduce((sum, { meanMs }) => sum + Math.max(...meanMs.filter(Number.isFinite)), 0)
  const perSecond = sources.reduce(
    (sum, { arrivals, users, thinkMs, perSecond: rate }) =>
      sum + (arrivals === 'closed' ? (1000 * users) / (thinkMs + service) : rate(0)),
    0,
  )
  if (!(perSecond > 0)) throw new Unmapped('No client sends a request.')
  const seconds = requests / perSecond
  return cycleS > 0 ? Math.ceil(seconds / cycleS) * cycleS * 2 : seconds
}
