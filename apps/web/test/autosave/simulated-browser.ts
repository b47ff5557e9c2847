import { applyChange, EMPTY_FLOW } from '@plimsoll/flow'
import {
  type AutosaveEnvironment,
  type AutosaveSession,
  createAutosaveSession,
  type OpenDocument,
} from '../../src/stores/autosave/autosave-session.ts'
import type { Clock } from '../../src/stores/autosave/clock.ts'
import type { DraftRecord } from '../../src/stores/autosave/draft-record.ts'
import type { DraftChange, DraftStorage, StoredDraft } from '../../src/stores/autosave/draft-storage.ts'
import type { StoredPart } from '../../src/stores/autosave/flow-parts.ts'
import type { LastDraft } from '../../src/stores/autosave/last-draft.ts'
import { type Handlers, handle, type TabMessage } from '../../src/stores/autosave/tab-channel.ts'
import type { Board } from '../../src/stores/board.ts'

/** More than any chain of promises in autosave has links. */
const MICROTASKS = 100

/** Waits until everything that needs no timer has happened. */
export async function settle(): Promise<void> {
  for (let count = 0; count < MICROTASKS; count++) await null
}

export type MemoryStorage = ReturnType<typeof createMemoryStorage>

/** The drafts of a device. */
export function createMemoryStorage() {
  const drafts = new Map<string, { readonly record: DraftRecord; readonly parts: ReadonlyMap<string, StoredPart> }>()

  function change(id: string, decide: (stored: DraftRecord | null) => DraftChange): void {
    const stored = drafts.get(id)
    const made = decide(stored?.record ?? null)
    if (made === 'leave') return
    if (made === 'remove') return void drafts.delete(id)
    const parts = new Map(made.isWhole ? [] : stored?.parts)
    for (const key of made.parts.remove) parts.delete(key.join(' '))
    for (const part of made.parts.put) parts.set(part.key.join(' '), part)
    drafts.set(id, { record: structuredClone(made.put), parts })
  }

  function read(id: string): StoredDraft | null {
    const stored = drafts.get(id)
    return stored ? { record: stored.record, parts: [...stored.parts.values()] } : null
  }

  const records = (owner?: string): DraftRecord[] =>
    [...drafts.values()]
      .map(({ record }) => record)
      .filter((record) => owner === undefined || record.owner === owner)
      .sort((a, b) => b.changedAt - a.changedAt)

  const storage: DraftStorage = {
    change: async (id, decide) => change(id, decide),
    read: async (id) => read(id),
    records: async (owner) => records(owner),
  }
  return { drafts, change, read, records, storage }
}

/** Time that stands still unless it is told to go on; what happens at one moment happens in the order in which it was asked for. */
function createSimulatedTime() {
  const pending: { readonly at: number; readonly act: () => void }[] = []
  let now = 0

  function after(ms: number, act: () => void): () => void {
    const entry = { at: now + ms, act }
    const next = pending.findIndex(({ at }) => at > entry.at)
    pending.splice(next === -1 ? pending.length : next, 0, entry)
    return () => {
      const index = pending.indexOf(entry)
      if (index !== -1) pending.splice(index, 1)
    }
  }

  async function advance(ms: number): Promise<void> {
    const end = now + ms
    await settle()
    for (let next = pending[0]; next && next.at <= end; next = pending[0]) {
      pending.shift()
      now = Math.max(now, next.at)
      next.act()
      await settle()
    }
    now = end
  }

  return { now: () => now, after, advance }
}

export type SimulatedTab = ReturnType<SimulatedBrowser['openTab']>
export type SimulatedBrowser = ReturnType<typeof createSimulatedBrowser>

const NOBODY: Board = { flow: EMPTY_FLOW, saved: null, heading: null, savedContent: EMPTY_FLOW }

interface BrowserOptions {
  readonly random: () => number
  /** How often a write fails; half of those that fail come through nevertheless. */
  readonly failures?: number
}

/** A browser with several tabs, each with an autosave of its own, that share drafts, locks, messages and the session. */
export function createSimulatedBrowser({ random, failures = 0 }: BrowserOptions) {
  const time = createSimulatedTime()
  const memory = createMemoryStorage()
  const locks = new Map<string, object>()
  const pages = new Set<ReturnType<typeof openPage>>()
  let token: string | null = null
  let storageFreeAt = 0
  let isFailing = false
  let isServerSilent = false
  let ids = 0

  const latency = (most: number) => 1 + Math.floor(random() * most)

  function openPage(lastDraft: LastDraft, askedFlow: string | null) {
    const page = {}
    let isAlive = true
    let isFrozen = false
    let inbox: (() => void)[] = []
    const hearing = new Set<Handlers>()
    const requests = new Set<{ commit: () => void }>()

    /** What reaches a page: a dead one never, a frozen one when it is thawed. */
    function deliver(act: () => void): void {
      if (!isAlive) return
      if (isFrozen) inbox.push(act)
      else act()
    }

    const clock: Clock = { now: time.now, after: (ms, act) => time.after(ms, () => deliver(act)) }

    /** A transaction: they follow one another, whichever page asked for them. */
    function request<T>(run: () => T, { mayFail }: { readonly mayFail: boolean }): Promise<T> {
      return new Promise((resolve, reject) => {
        storageFreeAt = Math.max(storageFreeAt, time.now()) + (random() < 0.02 ? latency(3_000) : latency(10))
        const fate = mayFail ? random() : 1
        const entry = { commit: () => void run() }
        requests.add(entry)
        time.after(storageFreeAt - time.now(), () =>
          deliver(() => {
            requests.delete(entry)
            if (mayFail && (isFailing || fate < failures / 2)) return reject(new Error('made by the test'))
            const result = run()
            if (fate < failures) reject(new Error('made by the test'))
            else resolve(result)
          }),
        )
      })
    }

    const storage: DraftStorage = {
      change: (id, decide) => request(() => memory.change(id, decide), { mayFail: true }),
      read: (id) => request(() => memory.read(id), { mayFail: false }),
      records: (owner) => request(() => memory.records(owner), { mayFail: false }),
    }

    const sessionListeners = new Set<(token: string | null, previous: string | null) => void>()
    let ownToken = token
    function follow(): void {
      const previous = ownToken
      ownToken = token
      if (previous === ownToken) return
      for (const listener of sessionListeners) listener(ownToken, previous)
      // The pages of the app open the editor again by themselves.
      clock.after(latency(50), autosave.start)
    }
    function setToken(next: string | null): void {
      token = next
      follow()
      for (const other of pages) if (other.page !== page) time.after(latency(5), () => other.deliver(other.follow))
    }

    const store = createDocumentStore()
    const environment: AutosaveEnvironment = {
      document: store,
      viewports: { get: () => null, set: () => {}, subscribe: () => () => {} },
      session: {
        token: () => ownToken,
        subscribe: (listener) => {
          sessionListeners.add(listener)
          return () => {}
        },
      },
      owners: {
        known: async (of) => (isServerSilent ? null : userOf(of)),
        learn: (of) =>
          new Promise((resolve) => clock.after(latency(200), () => resolve(isServerSilent ? null : userOf(of)))),
      },
      notes: { forgetSessions: async () => {} },
      storage,
      channel: {
        post: (message: TabMessage) => {
          for (const other of pages)
            if (other.page !== page) time.after(2, () => other.deliver(() => other.hear(message)))
        },
        subscribe: (handlers) => {
          hearing.add(handlers)
          return () => hearing.delete(handlers)
        },
      },
      locks: {
        acquire: (draft) =>
          new Promise((resolve) =>
            clock.after(1, () => {
              if (locks.has(draft)) return resolve(null)
              locks.set(draft, page)
              resolve(() => locks.get(draft) === page && locks.delete(draft))
            }),
          ),
        heldByOthers: () =>
          new Promise((resolve) =>
            clock.after(1, () => resolve(new Set([...locks].filter(([, by]) => by !== page).map(([draft]) => draft)))),
          ),
      },
      watchFlow: () => () => {},
      clock,
      lastDraft,
      newId: () => `id-${ids++}`,
      askedFlow: () => askedFlow,
      tellOfEarlier: () => {},
    }
    const autosave: AutosaveSession = createAutosaveSession(environment)

    /** The page is gone: what it had asked of the storage is done at once or never. */
    function end(): void {
      for (const { commit } of requests) if (random() < 0.5) commit()
      isAlive = false
      pages.delete(opened)
      for (const [draft, by] of locks) if (by === page) locks.delete(draft)
    }

    function thaw(): void {
      isFrozen = false
      const waiting = inbox
      inbox = []
      for (const act of waiting) deliver(act)
    }

    const opened = {
      page,
      autosave,
      store,
      lastDraft,
      deliver,
      follow,
      setToken,
      hear: (message: TabMessage) =>
        [...hearing].forEach((handlers) => void handle(handlers, structuredClone(message))),
      isFrozen: () => isFrozen,
      freeze: () => {
        isFrozen = true
      },
      thaw,
      user: () => (ownToken === null ? null : userOf(ownToken)),
      token: () => ownToken,
      crash: end,
      close: () => {
        void autosave.flush()
        end()
      },
    }
    pages.add(opened)
    autosave.start()
    return opened
  }

  return {
    time,
    memory,
    /** `askedFlow`: the flow that its address names. */
    openTab: (lastDraft: LastDraft = createLastDraft(), askedFlow: string | null = null) =>
      openPage(lastDraft, askedFlow),
    newToken: (user: string) => `${user} ${ids++}`,
    token: () => token,
    /** Has every write fail from now on, or no longer. */
    setFailing: (failing: boolean) => {
      isFailing = failing
    },
    /** Has nobody say whose session it is from now on, or no longer. */
    setServerSilent: (silent: boolean) => {
      isServerSilent = silent
    },
  }
}

const userOf = (token: string): string => token.split(' ')[0] ?? ''

export function createLastDraft(): LastDraft {
  let last: string | null = null
  return {
    get: () => last,
    set: (id) => {
      last = id
    },
  }
}

function createDocumentStore() {
  const listeners = new Set<(state: OpenDocument, previous: OpenDocument) => void>()
  const restored = new Set<(document: Board) => void>()
  let state: OpenDocument = { ...NOBODY, opened: 0 }

  function set(changes: Partial<OpenDocument>): void {
    const previous = state
    state = { ...state, ...changes }
    for (const listener of listeners) listener(state, previous)
  }

  return {
    getState: () => ({
      ...state,
      restore: (document: Board) => {
        for (const listener of restored) listener(document)
        set({
          ...document,
          flow: applyChange(state.flow, { type: 'load', flow: document.flow }),
          opened: state.opened + 1,
        })
      },
      reset: () => set({ ...NOBODY, opened: state.opened + 1 }),
    }),
    subscribe: (listener: (state: OpenDocument, previous: OpenDocument) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onRestore: (listener: (document: Board) => void) => void restored.add(listener),
    set,
  }
}
