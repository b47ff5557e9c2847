import type { MessageMeter } from '../engine/message-meter.ts'
import type { Run } from '../engine/run.ts'
import type { Recorders } from '../measure/recorders.ts'
import type { SlicedValues } from '../measure/sliced-values.ts'
import { levelRow } from './core-level.ts'
import type { CoreMemory } from './memory.ts'

const BOUND = {
  values: { spanPlaces: 'spanPlaces' },
  requests: { arrived: 'arrived', completed: 'completed', slowestOfThem: 'slowestOfThem' },
  meter: {
    mostWaiting: 'mostWaiting',
    published: 'published',
    givenUp: 'givenUp',
    processed: 'processed',
    processedInAll: 'processedInAll',
  },
}

/** Moves what a run measures of requests and messages into rows of the core, which counts there from now on. */
export class MeasureRows {
  readonly #memory: CoreMemory
  readonly #recorders: Recorders[] = []
  readonly #meters = new Map<MessageMeter, number>()

  constructor(memory: CoreMemory) {
    this.#memory = memory
  }

  /** To be called once, when the run is made ready. */
  take({ requests, responses, messages }: Run, runRow: number, linkRow: (link: number) => number): void {
    const memory = this.#memory
    memory.setAll('RunRow', runRow, {
      responses: this.#values(requests.responses),
      allResponses: this.#values(requests.allResponses),
      visits: responses === null ? 0 : this.#values(responses),
      delays: this.#values(messages.delays),
    })
    memory.bindArray(requests, 'counts', { row: 'RunRow', at: runRow, field: 'counts' })
    memory.bind(requests, 'RunRow', runRow, BOUND.requests)
    const look = (link: number) => {
      const meter = messages.byLink[link]
      if (!meter || messages.all === null) return
      memory.set('RunRow', runRow, 'allMessages', this.#meter(messages.all) | 0)
      memory.set('LinkRow', linkRow(link), 'messages', this.#meter(meter) | 0)
    }
    const countLink = messages.countLink.bind(messages)
    messages.countLink = (link, ...how) => {
      const isNew = !messages.byLink[link]
      countLink(link, ...how)
      if (isNew) look(link)
    }
    for (const link of messages.byLink.keys()) look(link)
  }

  /** Counts a value for which a recorder has no count yet. */
  countBeyond(recorders: number, place: number, bucket: number): void {
    this.#recorders[recorders]!.countBeyond(place, bucket)
  }

  #values(values: SlicedValues): number {
    const memory = this.#memory
    const at = memory.allocRow('ValuesRow')
    memory.setAll('ValuesRow', at, {
      inSlice: this.#recordersRow(values.inSlice),
      inSpan: values.inSpan === null ? 0 : this.#recordersRow(values.inSpan),
    })
    memory.bind(values, 'ValuesRow', at, BOUND.values)
    memory.bindArray(values, 'sums', { row: 'ValuesRow', at, field: 'sums' })
    return at
  }

  #recordersRow(recorders: Recorders): number {
    const memory = this.#memory
    const at = memory.allocRow('RecordersRow')
    memory.setAll('RecordersRow', at, { number: this.#recorders.length, widthBits: recorders.widthBits })
    this.#recorders.push(recorders)
    for (const field of ['ints', 'floats', 'counts'] as const)
      memory.bindArray(recorders, field, { row: 'RecordersRow', at, field })
    return at
  }

  #meter(meter: MessageMeter): number {
    const known = this.#meters.get(meter)
    if (known !== undefined) return known
    const memory = this.#memory
    const at = memory.allocRow('MeterRow')
    this.#meters.set(meter, at)
    memory.setAll('MeterRow', at, { index: meter.index, waiting: levelRow(memory, meter.waiting) | 0 })
    memory.bind(meter, 'MeterRow', at, BOUND.meter)
    return at
  }
}
