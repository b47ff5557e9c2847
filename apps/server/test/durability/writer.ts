import { expect } from 'vitest'
import { flowBody } from '../support/flows.ts'
import {
  type AcknowledgedState,
  acknowledge,
  type Change,
  type StoredState,
  verifyStored,
} from './acknowledged-state.ts'
import type { Call } from './calls.ts'

/** Maximum number of flows of a writer, so that all can be read repeatedly. */
const MOST_FLOWS = 12
const FEWEST_FLOWS = 3
const NODES = 10
const LABEL_LENGTH = 500

/** A call, and its change when it succeeds. */
interface Step {
  method: string
  path: string
  body: unknown
  status: number
  change: Change
}

export interface Account {
  email: string
  firstName: string
  password: string
  token: string
}

/** A user who changes an account until the server dies, and then compares it with the stored state. */
export class Writer {
  readonly account: Account
  readonly #random: () => number
  #count = 0
  acknowledged: AcknowledgedState
  answered = 0

  constructor(account: Account, random: () => number) {
    const { firstName, password } = account
    this.account = account
    this.#random = random
    const none = { flows: new Map(), newcomers: new Set<string>(), pending: undefined }
    this.acknowledged = { ...none, firstName, password, checkedPassword: password }
  }

  /** Ends when the server stops responding, or refuses a change. */
  async writeUntilTheEnd(call: Call): Promise<void> {
    try {
      while ((await this.write(call)) < 500);
    } catch (error) {
      // That is how `fetch` says that nobody answers; an assertion that fails must not pass for it.
      if (!(error instanceof TypeError)) throw error
    }
  }

  /** Makes one change and returns the status; after a 5xx it is unknown what has become of it, until `check`. */
  async write(call: Call): Promise<number> {
    const { method, path, body, status, change } = this.#nextStep()
    this.acknowledged = { ...this.acknowledged, pending: change }
    const answer = await call(method, path, { token: this.account.token, body })
    if (answer.status >= 500) return answer.status
    expect([method, path, answer.status, answer.text.slice(0, 300)]).toEqual([
      method,
      path,
      status,
      answer.text.slice(0, 300),
    ])
    this.acknowledged = acknowledge(this.acknowledged, change, JSON.parse(answer.text).data?.id)
    this.answered++
    return answer.status
  }

  /** Compares the stored with the acknowledged state, and continues from it. */
  async check(stored: StoredState): Promise<void> {
    this.acknowledged = await verifyStored(this.acknowledged, stored)
  }

  #nextStep(): Step {
    const choice = this.#random()
    if (choice < 0.1) return this.#rename()
    if (choice < 0.16) return this.#registerSomebody()
    if (choice < 0.2) return this.#changePassword()
    const { flows } = this.acknowledged
    const [id, flow] = [...flows][Math.floor(this.#random() * flows.size)] ?? []
    if (!id || !flow || flows.size < FEWEST_FLOWS || (choice < 0.55 && flows.size < MOST_FLOWS)) return this.#save()
    return choice < 0.85 ? this.#saveAgain(id, flow.version) : this.#remove(id)
  }

  #save(): Step {
    const body = this.#flow()
    const change = { kind: 'flow', id: undefined, text: JSON.stringify(body) } as const
    return { method: 'POST', path: '/api/flows', body, status: 201, change }
  }

  #saveAgain(id: string, version: number): Step {
    const body = { ...this.#flow(), version }
    const change = { kind: 'flow', id, text: JSON.stringify(body) } as const
    return { method: 'PUT', path: `/api/flows/${id}`, body, status: 200, change }
  }

  #remove(id: string): Step {
    const change = { kind: 'flow', id, text: undefined } as const
    return { method: 'DELETE', path: `/api/flows/${id}`, body: undefined, status: 200, change }
  }

  #rename(): Step {
    const value = `Grace ${this.#letters(12)}`
    const body = { firstName: value, lastName: 'Hopper' }
    return { method: 'PUT', path: '/api/profile', body, status: 200, change: { kind: 'firstName', value } }
  }

  #changePassword(): Step {
    const value = `Correct4Horse${this.#count++}`
    const body = { currentPassword: this.acknowledged.password, newPassword: value }
    const change = { kind: 'password', value } as const
    return { method: 'PUT', path: '/api/profile/change-password', body, status: 200, change }
  }

  #registerSomebody(): Step {
    const value = `${this.#letters(16)}@example.com`
    const body = { firstName: 'Ada', lastName: 'Lovelace', email: value, password: 'Correct4Horse' }
    return { method: 'POST', path: '/api/auth/register', body, status: 201, change: { kind: 'newcomer', value } }
  }

  /** Some 7 KB that occur once and cannot be compressed to nothing. */
  #flow() {
    const nodes = Array.from({ length: NODES }, (_, index) => ({
      id: `node-${index}`,
      type: 'Server',
      position: { x: index, y: this.#random() },
      data: { label: this.#letters(LABEL_LENGTH) },
    }))
    return flowBody({ name: `Flow ${this.#count++} ${this.#letters(8)}`, nodes, edges: [] })
  }

  #letters(length: number): string {
    return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(this.#random() * 26))).join('')
  }
}
