import type { CallRecords } from '../engine/call-records.ts'
import type { Run, RunCore, Span } from '../engine/run.ts'
import type { Model } from '../model.ts'
import { CoreAgenda, CoreEvents } from './core-events.ts'
import { CoreLevel } from './core-level.ts'
import { CoreRecords } from './core-records.ts'
import { CoreTracer } from './core-tracer.ts'
import { hooksFor } from './hooks.ts'
import { MeasureRows } from './measure-rows.ts'
import { type CoreExports, CoreMemory, type Prototypes } from './memory.ts'
import { PartRows } from './part-rows.ts'
import { type CompiledModule, compileModule, newInstance, newMemory, type WasmMemory } from './web-assembly.ts'

/** The compiled core, of which each run makes one of its own. */
export class CompiledCore {
  readonly #module: CompiledModule
  readonly #prototypes: Prototypes = new Map()
  /** Of a run that has ended: new memory takes time where it is touched first. */
  #left: WasmMemory | null = null

  private constructor(module: CompiledModule) {
    this.#module = module
  }

  /** Null where WebAssembly is not there, or is not allowed. */
  static load(): CompiledCore | null {
    const module = compileModule()
    return module && new CompiledCore(module)
  }

  /** For one run; null where its model asks for what the core does not know. */
  newFor(model: Model): RunCore | null {
    if (!runsInCore(model)) return null
    try {
      const memory = this.#left ?? newMemory()
      this.#left = null
      return new Core(this.#module, {
        memory,
        prototypes: this.#prototypes,
        onEnd: () => {
          if (memory.buffer.byteLength <= MOST_LEFT_BYTES) this.#left = memory
        },
      })
    } catch {
      // There is no room for the memory of another one.
      return null
    }
  }
}

/** Larger memory is given back to the system. */
const MOST_LEFT_BYTES = 2 ** 28

/** Paths through cycles, users who wait for their answers, items in caches and services whose pace changes are not in the core. */
const runsInCore = ({ nodes, sources, faults }: Model): boolean =>
  nodes.every(({ isOnCycle, items }) => !isOnCycle && items === null) &&
  sources.every(({ arrivals }) => arrivals !== 'closed') &&
  faults.every(({ kind }) => kind !== 'slow')

const BOUND = { now: 'now', record: 'record', serial: 'serial', attempts: 'attempts' }

interface CoreOptions {
  readonly memory: WasmMemory
  readonly prototypes: Prototypes
  /** Called when the memory is no longer needed. */
  readonly onEnd: () => void
}

/**
 * Simulates the events of a run by compiled code, on the same state: what is in rows of its memory the engine's own objects read and write
 * there. It gives the same bytes as the engine's own code, which it calls for what is rare.
 */
class Core implements RunCore {
  readonly records: CallRecords
  readonly events: CoreEvents
  readonly agenda: CoreAgenda
  readonly newLevel = () => new CoreLevel(this.#memory)
  readonly end: () => void
  readonly #memory: CoreMemory
  readonly #records: CoreRecords
  readonly #row: number
  #run!: Run
  #rows!: PartRows
  #measures!: MeasureRows
  #tracer: CoreTracer | null = null
  #horizonMs = 0

  constructor(module: CompiledModule, { memory, prototypes, onEnd }: CoreOptions) {
    const hooks = hooksFor({
      run: () => this.#run,
      tracer: () => this.#tracer as CoreTracer,
      horizonMs: () => this.#horizonMs,
      settle: () => this.#settle(),
      countBeyond: (recorders, place, bucket) => this.#measures.countBeyond(recorders, place, bucket),
      reasonAt: (row) => this.#rows.reasonAt(row),
    })
    this.#memory = new CoreMemory(newInstance(module, hooks, memory) as CoreExports, prototypes)
    this.end = onEnd
    this.#row = this.#memory.exports.runRow()
    this.#records = new CoreRecords(this.#memory)
    this.records = this.#records
    this.events = new CoreEvents(this.#memory)
    this.agenda = new CoreAgenda(this.#memory)
  }

  take(run: Run, { horizonMs, isTraced }: { readonly horizonMs: number; readonly isTraced: boolean }): void {
    this.#run = run
    this.#horizonMs = horizonMs
    this.#memory.setAll('RunRow', this.#row, { horizon: horizonMs })
    if (isTraced) {
      this.#tracer = new CoreTracer({ memory: this.#memory, records: this.records, requests: run.requests, clock: run })
      run.tracer = this.#tracer
    }
    this.#rows = new PartRows(this.#memory, run)
    this.#rows.take(this.#row)
    this.#measures = new MeasureRows(this.#memory)
    this.#measures.take(run, this.#row, this.#rows.linkRow)
    this.#memory.bind(run, 'RunRow', this.#row, BOUND)
  }

  work({ untilMs, most }: Span): number {
    const steps = this.#memory.exports.work(untilMs, most)
    this.#settle()
    return steps
  }

  get inSystemMs(): number {
    return this.#memory.exports.inSystemMs()
  }

  #settle(): void {
    this.#memory.refresh()
    this.#records.look()
  }
}
