import type { Balancing, NodeModel, Step } from '../model.ts'
import { CachedItems } from './cached-items.ts'
import { NONE } from './call-records.ts'
import type { Link } from './link.ts'
import { Sessions } from './sessions.ts'
import type { Streams } from './streams.ts'

/** A step of a program, with the state of its balancing. */
export class RunningStep {
  readonly links: readonly Link[]
  /** Null: there are several, or none. */
  readonly onlyLink: Link | null
  readonly copies: boolean
  readonly unlessHit: boolean
  readonly inBackground: boolean
  /** Weights of its links, their sum, and the credit of each link in a weighted rotation. */
  weights: readonly number[] = []
  weight = 0
  readonly credits: number[]
  /** Position of a rotation. */
  turn = 0
  readonly #all: readonly Link[]
  /** By the links that are left where a path has been at the others. */
  #parts: Map<string, RunningStep> | null = null

  constructor(step: Step, all: readonly Link[]) {
    this.#all = all
    const { links: indexes, copies, unlessHit, inBackground } = step
    this.links = indexes.map((index) => all[index]!)
    this.onlyLink = this.links.length === 1 ? this.links[0]! : null
    this.copies = copies
    this.unlessHit = unlessHit
    this.inBackground = inBackground
    this.credits = indexes.map(() => 0)
    this.weigh()
  }

  /** What distinguishes it from other steps of its node. */
  get key(): string {
    const { links, copies, unlessHit, inBackground } = this
    return keyOf({ links: links.map(({ index }) => index), copies, unlessHit, inBackground })
  }

  /** Notes the weights of its links. */
  weigh(): void {
    this.weights = this.links.map(({ model }) => model.weight)
    this.weight = this.weights.reduce((sum, weight) => sum + weight, 0)
    this.#parts = null
  }

  /** The step with some of its links only, which are balanced by themselves. */
  only(links: readonly Link[]): RunningStep {
    const indexes = links.map(({ index }) => index)
    const key = indexes.join()
    const { copies, unlessHit, inBackground } = this
    this.#parts ??= new Map()
    const part = this.#parts.get(key) ?? new RunningStep({ links: indexes, copies, unlessHit, inBackground }, this.#all)
    this.#parts.set(key, part)
    return part
  }
}

const keyOf = ({ links, copies, unlessHit, inBackground }: Step): string =>
  `${links.join()}|${copies}|${unlessHit}|${inBackground}`

/** Whether a node looks at its calls: it ejects targets, or balances by the calls that are under way. */
export function watchesCalls({ ejection, balancing }: NodeModel): boolean {
  const { by } = balancing.by === 'session' ? balancing.otherwise : balancing
  return ejection !== null || by === 'least-connections' || by === 'two-choices'
}

/** What becomes of requests at a node that is out: they wait, fail, or get no answer at all. */
export type OutageKind = 'pause' | 'fail' | 'hang'

/** Stands where the classes of a node have different stations. */
export const SEVERAL = -2

/** A node of a run: its constants, its state and its counters. */
export class RunningNode {
  // What each visit reads comes first, so that it stands together in memory: a large diagram does not fit into the cache.
  readonly index: number
  /** No outage of all of it goes on. */
  isUp = true
  /** The station of all classes; SEVERAL: it depends on the class. */
  onlyStation = NONE
  /** The steps of all classes, each class with room for as many, and null where it has fewer. */
  steps: readonly (RunningStep | null)[] = []
  stepsPerClass = 0
  isOnCycle!: boolean
  /** Some class may hit its cache. */
  mayHit!: boolean
  /** Health checks or ejection may remove targets. */
  mayLoseTargets!: boolean
  readonly stream: number
  balancing!: Balancing
  /** By class; NONE: requests pass without delay. */
  stationOf!: readonly number[]
  program: readonly (readonly RunningStep[])[] = []
  hitRate!: readonly number[]
  readonly hitStream: number
  readonly breakdownStream: number
  readonly checkStream: number
  model!: NodeModel
  /** All links that its steps take. */
  targets: readonly Link[] = []
  #sessions: Sessions | null = null
  readonly #mostSessions: number
  /** Outages that go on, by what they do to requests. */
  readonly outages: Record<OutageKind, number> = { pause: 0, fail: 0, hang: 0 }
  /** What its cache holds; null: hits are by chance. */
  items: CachedItems | null = null
  /** Faults that keep its cache empty and go on. */
  colds = 0
  /** Outages of single instances that hang. */
  hangingInstances = 0
  /** Some instance is up. */
  isAvailable = true
  #downSince = 0
  #downMs = 0
  /** Requests that an outage rejected. */
  rejected = 0
  /** Visits that asked its cache, and the hits among them. */
  lookups = 0
  hits = 0

  constructor(model: NodeModel, index: number, { streams, links, mostSessions }: Surroundings) {
    this.index = index
    this.#mostSessions = mostSessions
    this.hitStream = streams.begin(`${model.id}/hits`)
    this.stream = streams.begin(`${model.id}/choice`)
    this.breakdownStream = streams.begin(`${model.id}/breakdowns`)
    this.checkStream = streams.begin(`${model.id}/checks`)
    this.follow(model, links)
  }

  /** Works by other numbers from now on. Steps that stay keep the state of their balancing. */
  follow(model: NodeModel, links: readonly Link[]): void {
    if (model.items !== this.model?.items) this.items = model.items && new CachedItems(model.items)
    if (model.ejection === null) for (const link of this.targets) link.ejectedUntil = 0
    if (model.health !== this.model?.health) for (const link of this.targets) link.beHealthy()
    this.model = model
    this.stationOf = model.stationOf.map((station) => station ?? NONE)
    this.onlyStation = new Set(this.stationOf).size === 1 ? this.stationOf[0]! : SEVERAL
    this.hitRate = model.hitRate
    this.mayHit = model.hitsByDemand !== null || model.hitRate.some((rate) => rate > 0)
    this.mayLoseTargets = model.health !== null || model.ejection !== null
    this.balancing = model.balancing
    this.isOnCycle = model.isOnCycle
    // Classes with equal steps share one, and its rotation.
    const known = new Map(this.program.flat().map((step) => [step.key, step]))
    const stepOf = (step: Step): RunningStep => {
      const key = keyOf(step)
      const running = known.get(key) ?? new RunningStep(step, links)
      known.set(key, running)
      return running
    }
    this.program = model.program.map((steps) => steps.map(stepOf))
    this.stepsPerClass = Math.max(0, ...this.program.map(({ length }) => length))
    this.steps = this.program.flatMap((steps) =>
      Array.from({ length: this.stepsPerClass }, (_, at) => steps[at] ?? null),
    )
    this.targets = [...new Set(this.program.flat().flatMap((step) => step.links))]
  }

  /** Made when they are asked for: few nodes balance by them. */
  get sessions(): Sessions {
    this.#sessions ??= new Sessions(this.#mostSessions)
    return this.#sessions
  }

  /** One more outage of a kind, or one less. */
  noteOutage(kind: OutageKind, more: 1 | -1): void {
    this.outages[kind] += more
    const { pause, fail, hang } = this.outages
    this.isUp = pause + fail + hang === 0
  }

  /** Down, and failing requests. In an outage that suspends them, the stations are paused instead. */
  get isDown(): boolean {
    return this.outages.fail > 0
  }

  /** Down, without a word to those who ask. */
  get isHanging(): boolean {
    return this.outages.hang > 0
  }

  /** Nothing there takes a message: none of its instances is up, and nothing is only suspended. */
  get isOut(): boolean {
    const { pause, fail, hang } = this.outages
    return fail + hang > 0 || (pause === 0 && !this.isAvailable)
  }

  /** Its cache is empty. */
  get isCold(): boolean {
    return this.colds > 0
  }

  /** Notes whether some instance is up. */
  noteAvailable(isAvailable: boolean, now: number): void {
    if (isAvailable === this.isAvailable) return
    this.isAvailable = isAvailable
    if (isAvailable) this.#downMs += now - this.#downSince
    else this.#downSince = now
  }

  /** The downtime since the last reset. */
  downMs(now: number): number {
    return this.#downMs + (this.isAvailable ? 0 : now - this.#downSince)
  }

  /** Resets the counters. */
  reset(now: number): void {
    this.#downMs = 0
    if (!this.isAvailable) this.#downSince = now
    this.rejected = this.lookups = this.hits = 0
  }

  /** Ejects a target after errors in a row, unless too many are ejected: Envoy's outlier detection. */
  noteOutcome(link: Link, isSuccess: boolean, now: number): void {
    const { ejection } = this.model
    // A target comes back with no errors: what it was sent before may fail until then.
    if (ejection === null || link.ejectedUntil > now) return
    link.errorsInRow = isSuccess ? 0 : link.errorsInRow + 1
    if (link.errorsInRow < ejection.afterErrors) return
    const ejected = this.targets.filter(({ ejectedUntil }) => ejectedUntil > now).length
    if (ejected > 0 && ejected + 1 > ejection.mostShare * this.targets.length) return
    link.errorsInRow = 0
    link.ejections += 1
    link.ejectedUntil = now + ejection.forMs * link.ejections
  }
}

interface Surroundings {
  readonly streams: Streams
  readonly links: readonly Link[]
  readonly mostSessions: number
}
