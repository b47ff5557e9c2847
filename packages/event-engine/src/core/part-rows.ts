import { ArrivalProcess } from '../engine/arrival-process.ts'
import type { Link } from '../engine/link.ts'
import type { Run } from '../engine/run.ts'
import type { RunningStep } from '../engine/running-node.ts'
import type { SerialLink } from '../engine/serial-link.ts'
import type { SharedJobs } from '../engine/shared-jobs.ts'
import type { Station } from '../engine/station.ts'
import type { StorageLine } from '../engine/storage-line.ts'
import { EXPONENTIAL, NORMAL } from '../engine/ziggurat.ts'
import type { Distribution } from '../model.ts'
import { log, ROOTS } from '../portable-math.ts'
import type { TokenBucket } from '../rules/token-bucket.ts'
import { shareOfShort } from '../rules/two-phases.ts'
import { levelRow } from './core-level.ts'
import type { BoundFields, CoreMemory, RowName } from './memory.ts'

const CLASSES = [0, 1, 2, 3] as const
const INFINITE = Number.POSITIVE_INFINITY
/** As the core numbers them. Others are the engine's own code's. */
const BALANCING: Readonly<Record<string, number>> = { weight: 0, rotation: 1, 'least-connections': 2 }
const OTHER_BALANCING = 3
const MESSAGE = { sent: 1, acknowledged: 2 } as const
/** When the next request comes is the core's, the engine's own code's, or all of an arrival is. */
const COMES = { inCore: 0, whenSlowly: 1, slowly: 2 } as const

const same = (names: string): BoundFields => Object.fromEntries(names.split(' ').map((name) => [name, name]))
const byClass = (name: string, of: (requestClass: number) => number): Record<string, number> =>
  Object.fromEntries(CLASSES.map((one) => [`${name}${one}`, of(one)]))

/** What changes of each. */
const BOUND = {
  bucket: { tokens: 'tokens', since: 'thenMs', perSecond: 'perSecond', burst: 'burst' },
  line: same('carriedMs freeAt'),
  station: same(
    'slots mostAdmitted waitSum serviceSum responseMs slowness isLimited isPaused outages head tail mostInSystem mostQueue arrived started completed waited failed rejected',
  ),
  storageLines: [0, 1].map((number) => ({
    [`lineFreeAt${number}`]: 'freeAt',
    [`linePlanned${number}`]: 'isTurnPlanned',
  })),
  jobs: same('virtual virtualAt served endDueAt size endedCount'),
  link: same(
    'isCut isOut ejectedUntil attempts unsent open awaited succeeded failed timedOut lost expired retries networkSum otherBytes lineWaitSum lineSum lossProbability slotsPerPart passesOn poolOpened mostPoolQueue poolWaits poolWaitSum',
  ),
  poolPart: same('head tail busy queued'),
  deliveries: same('slots busy queued'),
  node: same('isUp isAvailable hangingInstances colds lookups hits'),
  outages: { isHanging: 'hang' },
  step: same('turn'),
  source: same('arrivalNumber'),
} as const

/** Moves the parts of a run into rows of the core: their numbers are copied, and what changes lives there from now on. */
export class PartRows {
  readonly #memory: CoreMemory
  readonly #run: Run
  readonly #draws = new Map<string, number>()
  readonly #buckets = new Map<TokenBucket, number>()
  readonly #lines = new Map<SerialLink, number>()
  readonly #steps = new Map<RunningStep, number>()
  readonly #rows: Readonly<Record<'StationRow' | 'LinkRow' | 'NodeRow' | 'SourceRow', number>>

  constructor(memory: CoreMemory, run: Run) {
    this.#memory = memory
    this.#run = run
    const room = (row: RowName, many: number) => memory.allocForGood(many * memory.bytesOf(row))
    this.#rows = {
      StationRow: room('StationRow', run.stations.length),
      LinkRow: room('LinkRow', run.links.length),
      NodeRow: room('NodeRow', run.nodes.length),
      SourceRow: room('SourceRow', run.sources.length),
    }
  }

  /** To be called once, when the run is made ready. `runRow`: where the core has what concerns the run as a whole. */
  take(runRow: number): void {
    const { stations, links, nodes, sources, asksForUsers } = this.#run
    this.#takeStreams()
    this.#memory.setAll('RunRow', runRow, {
      asksForUsers,
      sources: sources.length,
      stations: stations.length,
      stationRows: this.#rows.StationRow,
      linkRows: this.#rows.LinkRow,
      nodeRows: this.#rows.NodeRow,
      sourceRows: this.#rows.SourceRow,
    })
    for (const station of stations) this.#takeStation(station, this.#rowOf('StationRow', station))
    for (const station of stations) this.#takeBeside(station)
    for (const link of links) this.#takeLink(link, this.#rowOf('LinkRow', link))
    for (const link of links) this.#takeDeliveries(link)
    for (const node of nodes) this.#takeNode(node, this.#rowOf('NodeRow', node))
    for (const source of sources) this.#takeSource(source, this.#rowOf('SourceRow', source))
    this.#takeTraffic(runRow)
  }

  #rowOf(row: 'StationRow' | 'LinkRow' | 'NodeRow' | 'SourceRow', { index }: { readonly index: number }): number {
    return this.#rows[row] + index * this.#memory.bytesOf(row)
  }

  readonly linkRow = (index: number): number => this.#rowOf('LinkRow', { index })

  readonly #linkRow = (link: Link): number => this.linkRow(link.index)

  #fifoOf(delay: number): number {
    return this.#run.events.fifoOf(delay)
  }

  #takeBeside(station: Station): void {
    const beside = this.#ints(station.beside.map((other) => this.#rowOf('StationRow', other)))
    this.#memory.setAll('StationRow', this.#rowOf('StationRow', station), {
      beside,
      besideCount: station.beside.length,
    })
  }

  #takeStreams(): void {
    const memory = this.#memory
    const { streams } = this.#run
    const words = streams.words
    const at = memory.allocForGood(words.length * 4)
    memory.ints.set(words, at >>> 2)
    memory.exports.setWords(at)
    const view = () => {
      streams.words = new Int32Array(memory.exports.memory.buffer as ArrayBuffer, at, words.length)
    }
    memory.onMove(view)
    view()
    const tables = [EXPONENTIAL, NORMAL].flatMap(({ edge, width, height }) => [...edge, ...width, ...height])
    memory.exports.setTables(this.#floats([...tables, ...ROOTS]))
  }

  #bucket(bucket: TokenBucket | null): number {
    if (bucket === null) return 0
    const known = this.#buckets.get(bucket)
    if (known !== undefined) return known
    const at = this.#memory.allocRow('BucketRow')
    this.#buckets.set(bucket, at)
    this.#memory.setAll('BucketRow', at, { next: this.#bucket(bucket.next) })
    this.#memory.bind(bucket, 'BucketRow', at, BOUND.bucket)
    return at
  }

  /** Why the limit of a row refuses. */
  reasonAt(row: number): string {
    for (const [bucket, at] of this.#buckets) if (at === row) return bucket.reason
    throw new Error('There is no such limit.')
  }

  #line(line: SerialLink): number {
    const known = this.#lines.get(line)
    if (known !== undefined) return known
    const at = this.#memory.allocRow('LineRow')
    this.#lines.set(line, at)
    this.#memory.bind(line, 'LineRow', at, BOUND.line)
    return at
  }

  #draw(distribution: Distribution | { readonly kind: 'uniform'; readonly share: number }): number {
    const key = JSON.stringify(distribution)
    const known = this.#draws.get(key)
    if (known !== undefined) return known
    const at = this.#memory.allocRow('DrawRow')
    this.#draws.set(key, at)
    this.#memory.setAll('DrawRow', at, numbersOf(distribution))
    return at
  }

  #ints(values: readonly number[]): number {
    const at = this.#memory.allocForGood(values.length * 4)
    this.#memory.ints.set(values, at >>> 2)
    return at
  }

  #floats(values: readonly number[]): number {
    const at = this.#memory.allocForGood(values.length * 8)
    this.#memory.floats.set(values, at >>> 3)
    return at
  }

  #takeStation(station: Station, at: number): void {
    const memory = this.#memory
    const { model } = station
    const storage = (c: number) => model.storage[c] ?? null
    memory.setAll('StationRow', at, {
      node: station.node,
      index: station.index,
      hasPlainTimes: station.hasPlainTimes,
      isShared: station.shared !== null,
      hasColdStart: model.coldStart !== null,
      hasPriorities: model.hasPriorities,
      extraMs: station.extraMs,
      failureProbability: station.failureProbability,
      instances: model.instances,
      serviceStream: station.serviceStream,
      failureStream: station.failureStream,
      draw: this.#draw(model.distribution),
      limits: this.#bucket(station.limits),
      busy: levelRow(this.#memory, station.busy),
      held: levelRow(this.#memory, station.held),
      queued: levelRow(this.#memory, station.queued),
      atStorage: levelRow(this.#memory, station.atStorage),
      up: levelRow(this.#memory, station.up),
      instancesLevel: levelRow(this.#memory, station.instances),
      admission: model.admission,
      memoryLimit: model.memoryLimit,
      sharing: station.sharing === null ? 0 : levelRow(this.#memory, station.sharing),
      beyondCores: station.beyondCores === null ? 0 : levelRow(this.#memory, station.beyondCores),
      jobs: station.shared === null ? 0 : this.#jobs(station.shared),
      ...byClass('meanMs', (c) => station.meanMs[c]!),
      ...byClass('fifo', (c) => station.fifos[c]!),
      ...byClass('storage', (c) => storage(c)?.line ?? -1),
      ...byClass('perSecond', (c) => storage(c)?.perSecond ?? 0),
      ...byClass('spread', (c) => Number(storage(c)?.isSpread ?? false)),
    })
    memory.bind(station, 'StationRow', at, BOUND.station)
    this.#takeInstancesOut(station, at)
    this.#takeLines(station, at)
  }

  /** Lines of its storage, which are made when they are first used. */
  #takeLines(station: Station, at: number): void {
    const made = (number: number) => `lineMade${number}`
    const make = station.storageLine.bind(station)
    station.storageLine = (number) => {
      const line = make(number)
      if (this.#memory.get('StationRow', at, made(number)) > 0) return line
      this.#memory.set('StationRow', at, made(number), 1)
      this.#memory.bind(line, 'StationRow', at, BOUND.storageLines[number]!)
      this.#memory.set('StationRow', at, `line${number}`, this.#storageLine(line, station) | 0)
      return line
    }
  }

  #storageLine(line: StorageLine, { atStorage }: Station): number {
    const memory = this.#memory
    const at = memory.allocRow('StorageLineRow')
    Object.defineProperties(line, {
      first: {
        get: () => {
          const record = memory.exports.firstWaiting(at)
          return record < 0 ? undefined : record
        },
      },
      add: {
        value: (record: number, now: number) => {
          atStorage.up(now)
          memory.exports.addWaiting(at, record, now)
          memory.refresh()
        },
      },
      remove: {
        value: (record: number, now: number) => {
          const since = memory.exports.removeWaiting(at, record)
          if (Number.isNaN(since)) return 0
          atStorage.down(now)
          return now - since
        },
      },
    })
    return at
  }

  /** The core asks only how many they are. */
  #takeInstancesOut(station: Station, at: number): void {
    let { instancesOut } = station
    Object.defineProperty(station, 'instancesOut', {
      get: (): ReadonlyMap<number, number> => instancesOut,
      set: (map: ReadonlyMap<number, number>) => {
        instancesOut = map
        this.#memory.set('StationRow', at, 'instancesOut', map.size)
      },
    })
    station.instancesOut = instancesOut
  }

  #jobs(jobs: SharedJobs): number {
    const memory = this.#memory
    const at = memory.allocRow('JobsRow')
    const before = Array.from({ length: jobs.size }, (_, index) => [jobs.done[index]!, jobs.record[index]!] as const)
    jobs.size = 0
    const field = (name: string) => (at + memory.offsetOf('JobsRow', name)) >>> 2
    const done = () => memory.ints[field('done')]! >>> 3
    const record = () => memory.ints[field('record')]! >>> 2
    memory.bind(jobs, 'JobsRow', at, BOUND.jobs)
    Object.defineProperties(jobs, {
      firstDone: { get: () => memory.floats[done()] },
      firstRecord: { get: () => memory.ints[record()] },
      add: {
        value: (when: number, one: number) => {
          memory.exports.addJob(at, when, one)
          memory.refresh()
        },
      },
      removeFirst: { value: () => memory.exports.removeJobAt(at, 0) },
      remove: {
        value: (one: number) => {
          const from = record()
          const position = memory.ints.subarray(from, from + jobs.size).indexOf(one)
          if (position < 0) throw new Error('The request is not in service at this station.')
          memory.exports.removeJobAt(at, position)
        },
      },
    })
    for (const [when, one] of before) jobs.add(when, one)
    return at
  }

  #takeLink(link: Link, at: number): void {
    const memory = this.#memory
    const { model } = link
    const { far, loss, reconnect, pool } = model
    memory.setAll('LinkRow', at, {
      index: link.index,
      target: link.target,
      isPlain: link.isPlain,
      holds: link.holds,
      message: link.message === null ? 0 : MESSAGE[link.message],
      replies: link.replies,
      isLimited: link.isLimited,
      beginsSlowly: link.keepsAny || link.breaker !== null || model.deduplicates,
      sendsSlowly: model.perKB !== null,
      takesPoolSlotAtTarget: link.takesPoolSlotAtTarget,
      asksForPoolSlot: link.asksForPoolSlot,
      keepsMessages: link.keepsMessages,
      mayRepeat: link.keepsMessages && model.deduplicates,
      notesOutcomes: link.breaker !== null || this.#run.nodes[model.source]!.model.ejection !== null,
      timeoutFifo: link.timeoutFifo,
      fifo: link.fifo,
      backFifo: link.backFifo,
      expiryFifo: link.expiryMs < INFINITE ? this.#fifoOf(link.expiryMs) : -1,
      poolExpiryFifo: pool !== null && pool.expiryMs < INFINITE ? this.#fifoOf(pool.expiryMs) : -1,
      fixedMs: link.fixedMs,
      fixedBackMs: link.fixedBackMs,
      failureProbability: link.failureProbability,
      serviceFactor: link.serviceFactor,
      serviceMs: link.serviceMs,
      expiryMs: link.expiryMs,
      responseBytes: link.responseBytes,
      latencyMs: model.latencyMs,
      setupMs: model.setupMs,
      requestLineMs: model.requestLineMs,
      requestAccessMs: model.requestAccessMs,
      responseLineMs: model.responseLineMs,
      responseAccessMs: model.responseAccessMs,
      lossPackets: loss?.packets ?? 0,
      lossDelayMs: loss?.delayMs ?? 0,
      hasReconnect: reconnect !== null,
      reconnectProbability: reconnect?.probability ?? 0,
      reconnectMs: reconnect?.ms ?? 0,
      farRegion: far?.region ?? -1,
      farMs: far?.ms ?? 0,
      farSetupMs: far?.setupMs ?? 0,
      farLossMs: far?.lossMs ?? 0,
      farReconnectMs: far?.reconnectMs ?? 0,
      timeoutMs: model.timeoutMs,
      cancelsOnTimeout: model.cancelsOnTimeout,
      failsSlowly:
        model.failsOver ||
        model.deduplicates ||
        this.#run.model.retryBudget < INFINITE ||
        (model.retry !== null && model.retry.jitter !== 'none'),
      retryCount: model.retry?.waitsMs.length ?? 0,
      retryWaits: this.#floats(model.retry?.waitsMs ?? []),
      retryFifos: this.#ints(model.retry?.waitsMs.map((_, index) => link.retryFifos[index] ?? -1) ?? []),
      stream: link.stream,
      failureStream: link.failureStream,
      jitter: model.jitter.kind === 'none' ? 0 : this.#draw(model.jitter),
      limits: this.#bucket(link.limits),
      requestLine: this.#line(link.requestLine),
      answerLine: this.#line(link.answerLine),
      stationOf: link.stationOf === null ? 0 : this.#ints(link.stationOf),
      poolBusy: levelRow(this.#memory, link.poolBusy),
      poolQueue: levelRow(this.#memory, link.poolQueue),
      poolPart: this.#part(link),
      parts: pool?.isByUser ? Math.max(2, link.poolParts.length) : link.poolParts.length,
      poolOpenMs: pool?.openMs ?? 0,
      poolQueueRoom: pool?.queue ?? 0,
      poolExpiryMs: pool?.expiryMs ?? INFINITE,
      poolHoldMs: pool?.holdMs ?? 0,
      priority: model.priority,
    })
    memory.bind(link, 'LinkRow', at, BOUND.link)
  }

  #part(link: Link): number {
    const at = this.#memory.allocRow('PartRow')
    this.#memory.bind(link.poolPart, 'PartRow', at, BOUND.poolPart)
    return at
  }

  #takeDeliveries(link: Link): void {
    const memory = this.#memory
    const { deliveries } = link
    if (deliveries === null) return
    let at = (deliveries as unknown as { coreAt?: number }).coreAt
    if (at === undefined) {
      at = memory.allocRow('DeliveriesRow')
      memory.setAll('DeliveriesRow', at, {
        links: this.#ints(deliveries.links.map(this.#linkRow)),
        count: deliveries.links.length,
      })
      memory.bind(deliveries, 'DeliveriesRow', at, BOUND.deliveries)
    }
    memory.set('LinkRow', this.#linkRow(link), 'deliveries', at)
  }

  #takeNode(node: Run['nodes'][number], at: number): void {
    const memory = this.#memory
    const { by } = node.balancing
    memory.setAll('NodeRow', at, {
      onlyStation: node.onlyStation,
      ...byClass('station', (c) => node.stationOf[c]!),
      ...byClass('hitRate', (c) => node.hitRate[c]!),
      stepsPerClass: node.stepsPerClass,
      steps: this.#ints(node.steps.map((step) => (step === null ? 0 : this.#step(step)))),
      mayHit: node.mayHit,
      hitsSlowly: node.items !== null || node.model.hitsByDemand !== null,
      balancing: by === 'weight' && node.mayLoseTargets ? OTHER_BALANCING : (BALANCING[by] ?? OTHER_BALANCING),
      stream: node.stream,
      hitStream: node.hitStream,
    })
    memory.bind(node, 'NodeRow', at, BOUND.node)
    memory.bind(node.outages, 'NodeRow', at, BOUND.outages)
  }

  #step(step: RunningStep): number {
    const known = this.#steps.get(step)
    if (known !== undefined) return known
    const memory = this.#memory
    const at = memory.allocRow('StepRow')
    this.#steps.set(step, at)
    memory.setAll('StepRow', at, {
      weight: step.weight,
      links: this.#ints(step.links.map(this.#linkRow)),
      count: step.links.length,
      onlyLink: step.onlyLink === null ? 0 : this.#linkRow(step.onlyLink),
      copies: step.copies,
      unlessHit: step.unlessHit,
      inBackground: step.inBackground,
      weights: this.#floats(step.weights),
    })
    memory.bind(step, 'StepRow', at, BOUND.step)
    return at
  }

  #takeTraffic(runRow: number): void {
    const memory = this.#memory
    const rows = this.#run.controls.map(() => 0)
    for (const { number, link, perSecond, lineMs, bytes, stream } of this.#run.backgroundTraffic) {
      const at = memory.allocRow('TrafficRow')
      memory.setAll('TrafficRow', at, { meanMs: 1000 / perSecond, lineMs, bytes, link: this.#linkRow(link), stream })
      rows[number - 1] = at
    }
    memory.setAll('RunRow', runRow, { controls: rows.length, traffic: this.#ints(rows) })
  }

  #takeSource(source: Run['sources'][number], at: number): void {
    const memory = this.#memory
    const { model, arrivals } = source
    const { first, ofKind, shift, areas, regions, far } = source.users.numbers
    let sum = 0
    const upTo = model.mix.map((share) => {
      sum += share
      return sum
    })
    const isSlow = model.kinds.length > 0 || source.kept !== null || !(arrivals instanceof ArrivalProcess)
    const steadyMs = arrivals instanceof ArrivalProcess ? arrivals.steadyMs : Number.NaN
    const bytes = memory.allocForGood(far.length)
    const farBytes = new Uint8Array(memory.exports.memory.buffer as ArrayBuffer, bytes, far.length)
    farBytes.set(far.map(Number))
    memory.setAll('SourceRow', at, {
      steadyMs,
      ...byClass('mix', (c) => upTo[c]!),
      ...byClass('hit', (c) => model.localHitRate[c]!),
      localMs: model.localMs,
      firstUser: first,
      usersOfKind: ofKind,
      shift,
      index: source.index,
      node: model.node,
      userStream: source.userStream,
      classStream: source.classStream,
      arrivalStream: source.arrivalStream,
      onlyClass: source.onlyClass,
      hasLocalWork: source.hasLocalWork,
      comesSlowly: isSlow ? COMES.slowly : steadyMs > 0 ? COMES.inCore : COMES.whenSlowly,
      failsSlowly: model.retry !== null && model.retry.jitter !== 'none',
      retryCount: model.retry?.waitsMs.length ?? 0,
      retryWaits: this.#floats(model.retry?.waitsMs ?? []),
      localFifo: model.localMs > 0 ? this.#fifoOf(model.localMs) : -1,
      interarrival: this.#draw(model.arrivals === 'even' ? { kind: 'deterministic' } : model.interarrival),
      areas,
      regions,
      far: bytes,
    })
    memory.bind(source, 'SourceRow', at, BOUND.source)
  }
}

/** What the core draws from a distribution by. */
function numbersOf(
  distribution: Distribution | { readonly kind: 'uniform'; readonly share: number },
): Record<string, number> {
  switch (distribution.kind) {
    case 'deterministic':
      return { kind: 0 }
    case 'exponential':
      return { kind: 1 }
    case 'lognormal': {
      const variance = log(1 + distribution.scv)
      return { kind: 2, a: variance, b: Math.sqrt(variance) }
    }
    case 'hyperexponential': {
      const share = shareOfShort(distribution.scv)
      return { kind: 3, a: share, b: 1 / (2 * share), c: 1 / (2 * (1 - share)) }
    }
    case 'erlang':
      return { kind: 4, a: distribution.phases }
    case 'two-point': {
      const { share, factor } = distribution
      const fast = 1 / (1 - share + share * factor)
      return { kind: 5, a: share, b: fast * factor, c: fast }
    }
    case 'uniform':
      return { kind: 6, a: distribution.share }
  }
}
