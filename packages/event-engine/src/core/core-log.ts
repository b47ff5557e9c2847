import type { Run } from '../engine/run.ts'
import type { CoreMemory } from './memory.ts'

/** Entries of a log; as in the core. */
const ROOM = 4096
const CLASSES = 4

/** What the core has measured and the run has not noted yet: it logs values one by one, and the run notes many at once, in their order. */
export class CoreLog {
  readonly #memory: CoreMemory
  readonly #run: Run
  readonly #row: number
  readonly #requestLog: number
  readonly #visitLog: number
  readonly #messageLog: number
  /** Where the core counts what it has logged. */
  readonly #logged: Readonly<Record<'requests' | 'visits' | 'messages', number>>

  constructor(memory: CoreMemory, run: Run, row: number) {
    this.#memory = memory
    this.#run = run
    this.#row = row
    this.#requestLog = memory.alloc(ROOM * 16)
    this.#visitLog = memory.alloc(ROOM * 16)
    this.#messageLog = memory.alloc(ROOM * 24)
    memory.setAll('RunRow', row, {
      requestLog: this.#requestLog,
      visitLog: this.#visitLog,
      messageLog: this.#messageLog,
    })
    const at = (field: string) => (row + memory.offsetOf('RunRow', field)) >>> 2
    this.#logged = { requests: at('requestLogged'), visits: at('visitLogged'), messages: at('messageLogged') }
  }

  /** Notes what is logged. */
  drain(): void {
    const { ints } = this.#memory
    const logged = this.#logged
    if (ints[logged.requests]! > 0) this.#drainRequests(ints[logged.requests]!)
    if (ints[logged.visits]! > 0) this.#drainVisits(ints[logged.visits]!)
    if (ints[logged.messages]! > 0) this.#drainMessages(ints[logged.messages]!)
    ints[logged.requests] = ints[logged.visits] = ints[logged.messages] = 0
  }

  #drainRequests(many: number): void {
    const { ints, floats } = this.#memory
    const { requests } = this.#run
    const first = this.#requestLog >>> 3
    for (let at = first; at < first + many * 2; at += 2) {
      const place = ints[at * 2 + 2]!
      requests.complete(place >> 2, place & 3, ints[at * 2 + 3]!, floats[at]!)
    }
  }

  #drainVisits(many: number): void {
    const { ints, floats } = this.#memory
    const responses = this.#run.responses!
    const first = this.#visitLog >>> 3
    for (let at = first; at < first + many * 2; at += 2) responses.record(ints[at * 2 + 2]!, floats[at]!)
  }

  #drainMessages(many: number): void {
    const { ints, floats } = this.#memory
    const { messages, series } = this.#run
    const first = this.#messageLog >>> 3
    for (let at = first; at < first + many * 3; at += 3) {
      const now = floats[at]!
      const link = ints[at * 2 + 4]!
      const what = ints[at * 2 + 5]
      if (what === 0) messages.publish(link, now)
      else if (what === 2) messages.giveUp(link, { now, spans: series.spans })
      else messages.end(link, 'processed', { publishedAt: floats[at + 1]!, now, isKept: false })
    }
  }

  /** Notes requests that have begun, and answers that their clients had kept. */
  count(): void {
    const { requests } = this.#run
    this.#each('begun', (client, requestClass, many) => requests.begin(client, requestClass, many))
    this.#each('kept', (client, requestClass, many) => requests.noteKept(client, requestClass, many))
  }

  #each(field: 'begun' | 'kept', note: (client: number, requestClass: number, many: number) => void): void {
    const { ints } = this.#memory
    const from = this.#memory.get('RunRow', this.#row, field) >>> 2
    for (let place = 0; place < this.#run.sources.length * CLASSES; place += 1) {
      const many = ints[from + place]!
      if (many > 0) note(place >> 2, place & 3, many)
      ints[from + place] = 0
    }
  }
}
