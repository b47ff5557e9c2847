import { expect } from 'vitest'
import { flowBody } from './flows.ts'

/** What a writer knows of a flow: the last state that was answered. */
interface KnownFlow {
  version: number
  text: string
}

/** Content that was sent and not answered: the server died before, while or after it wrote. */
interface UnderWay {
  id: string | undefined
  /** Undefined for a removal. */
  text: string | undefined
}

/** How many flows a writer keeps; eight of them stay below the 500 that a user may have. */
const FEWEST = 3
const MOST = 50

type Call = (method: string, path: string, text?: string) => Promise<{ status: number; text: string }>

/**
 * One of several that save, save again and remove flows until the server dies, and then compare what it has with what it
 * had answered. Its flows are those whose name begins with its own.
 */
export class DurableWriter {
  readonly name: string
  readonly #random: () => number
  readonly #known = new Map<string, KnownFlow>()
  #underWay: UnderWay | undefined
  #count = 0
  answered = 0

  constructor(name: string, random: () => number) {
    this.name = name
    this.#random = random
  }

  /** Ends when a call fails for want of a server. */
  async writeUntilTheEnd(call: Call): Promise<void> {
    try {
      for (;;) await this.#write(call)
    } catch (error) {
      // That is how `fetch` says that nobody answers; an assertion that fails must not pass for it.
      if (!(error instanceof TypeError)) throw error
    }
  }

  async #write(call: Call): Promise<void> {
    const [id] = [...this.#known.keys()].slice(Math.floor(this.#random() * this.#known.size))
    const known = id === undefined ? undefined : this.#known.get(id)
    const choice = this.#random()
    const { size } = this.#known
    if (!id || !known || size < FEWEST || (choice < 0.4 && size < MOST)) await this.#create(call)
    else if (choice < 0.8) await this.#update(call, id, known)
    else await this.#remove(call, id)
    this.#underWay = undefined
    this.answered++
  }

  async #create(call: Call): Promise<void> {
    const text = this.#nextText()
    this.#underWay = { id: undefined, text }
    const answer = await call('POST', '/api/flows', text)
    expect(answer.status).toBe(201)
    this.#known.set(JSON.parse(answer.text).data.id, { version: 1, text })
  }

  async #update(call: Call, id: string, { version }: KnownFlow): Promise<void> {
    const text = this.#nextText(version)
    this.#underWay = { id, text }
    expect((await call('PUT', `/api/flows/${id}`, text)).status).toBe(200)
    this.#known.set(id, { version: version + 1, text })
  }

  async #remove(call: Call, id: string): Promise<void> {
    this.#underWay = { id, text: undefined }
    expect((await call('DELETE', `/api/flows/${id}`)).status).toBe(200)
    this.#known.delete(id)
  }

  /** Some 20 KB that occur once. */
  #nextText(version?: number): string {
    const label = `${this.name}-${this.#count++}-${this.#random()}`
    const nodes = Array.from({ length: 60 }, (_, index) => ({
      id: `node-${index}`,
      type: 'Server',
      position: { x: index, y: this.#random() },
      data: { label: `${label} ${'~'.repeat(200)}` },
    }))
    return JSON.stringify(flowBody({ name: label, nodes, edges: [], version }))
  }

  /** Compares what the server has of this writer's flows, id → answer, with what it had answered; goes on from there. */
  check(stored: ReadonlyMap<string, string>): void {
    const left = new Map(stored)
    for (const [id, known] of this.#known) {
      const isUnderWay = this.#underWay?.id === id
      const found = left.get(id)
      left.delete(id)
      const isLikeAnswered = found !== undefined && holds(found, known)
      if (isLikeAnswered) continue
      expect(isUnderWay, `an answered write of ${id} is lost: ${found?.slice(0, 300)}`).toBe(true)
      const { text } = this.#underWay ?? {}
      if (text === undefined) {
        expect(found).toBeUndefined()
        this.#known.delete(id)
        continue
      }
      const next = { version: known.version + 1, text }
      expect(found !== undefined && holds(found, next), `half a write of ${id}: ${found?.slice(0, 300)}`).toBe(true)
      this.#known.set(id, next)
    }
    for (const [id, found] of left) {
      const isNew = this.#underWay?.id === undefined && this.#underWay?.text !== undefined
      expect(isNew, `a flow that nobody saved: ${found.slice(0, 300)}`).toBe(true)
      const created = { version: 1, text: this.#underWay?.text ?? '' }
      expect(holds(found, created), `half a new flow: ${found.slice(0, 300)}`).toBe(true)
      this.#known.set(id, created)
    }
    expect(left.size).toBeLessThanOrEqual(1)
    this.#underWay = undefined
  }
}

/** Whether an answer holds a version of a flow with exactly the bytes of its nodes as they were sent. */
function holds(answer: string, { version, text }: KnownFlow): boolean {
  const nodes = text.slice(text.indexOf('"nodes":'), text.indexOf(',"edges":'))
  const { data } = JSON.parse(answer)
  return data.version === version && data.name === JSON.parse(text).name && answer.includes(`${nodes},"edges":[]`)
}
