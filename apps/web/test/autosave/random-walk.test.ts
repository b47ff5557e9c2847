import { createNode, EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import type { UnsavedDocument } from '../../src/stores/autosave/unsaved-documents.ts'
import { createLastDraft, createSimulatedBrowser, type SimulatedTab, settle } from './simulated-browser.ts'

const STEPS = 2_000
const SEED = 20_261_122
const USERS = ['ada', 'grace', 'edsger']
const TABS = 4

/** What the walk knows of a document. Versions only grow. */
interface Known {
  readonly user: string
  /** The last version of which a tab said that it is on this device. */
  confirmed: number
  /** The last version in the library. */
  saved: number
  isDiscarded: boolean
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const EMPTY = { flow: EMPTY_FLOW, saved: null, heading: null, savedContent: EMPTY_FLOW }

const labelled = (label: string): Flow => ({
  nodes: [createNode('Server', { id: 'n1', position: { x: 0, y: 0 }, settings: { label } })],
  edges: [],
})

/** The name and the version that stand in a label, as in "grace/7 v31". */
function read(label: string | undefined): { readonly name: string; readonly version: number } | null {
  const [name, version] = label?.split(' v') ?? []
  return name && version ? { name, version: Number(version) } : null
}

const shownIn = ({ store }: SimulatedTab) => read(store.getState().flow.nodes[0]?.data.label)

function createWalk(seed: number) {
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const browser = createSimulatedBrowser({ random, failures: 0.1 })
  const { time, memory } = browser
  const known = new Map<string, Known>()
  const counts = { questions: 0, silent: 0, named: 0, kept: 0, discarded: 0, restored: 0 }
  const faults: string[] = []
  let versions = 0

  const knownOf = (name: string): Known => {
    const found = known.get(name)
    if (!found) throw new Error(`Nobody drew ${name}.`)
    return found
  }

  function open(lastDraft = createLastDraft()): SimulatedTab {
    const tab = browser.openTab(lastDraft)
    tab.store.onRestore((document) => {
      const shown = read(document.flow.nodes[0]?.data.label)
      if (!shown) return
      const { user, confirmed, isDiscarded } = knownOf(shown.name)
      if (user !== tab.user()) faults.push(`${shown.name} is restored for ${tab.user()}`)
      // A discarded draft comes back where its tab crashed or the storage failed before it was removed.
      if (shown.version < confirmed && !isDiscarded)
        faults.push(`${shown.name} comes back as v${shown.version}, after v${confirmed}`)
      counts.restored += 1
    })
    tab.autosave.status.subscribe(({ written }) => {
      const shown = read(written?.nodes[0]?.data.label)
      if (!shown) return
      const document = knownOf(shown.name)
      document.confirmed = Math.max(document.confirmed, shown.version)
    })
    return tab
  }

  const tabs = Array.from({ length: TABS }, () => open())

  function draw(tab: SimulatedTab): void {
    const user = tab.user()
    if (user === null) return
    const shown = shownIn(tab)
    const name = shown?.name ?? `${user}/${known.size}`
    if (!shown) known.set(name, { user, confirmed: 0, saved: 0, isDiscarded: false })
    const flow = labelled(`${name} v${++versions}`)
    tab.store.set(shown ? { flow } : { flow, heading: { name, description: '' } })
  }

  function save(tab: SimulatedTab): void {
    const shown = shownIn(tab)
    if (!shown) return
    const { flow } = tab.store.getState()
    tab.store.set({
      savedContent: flow,
      heading: null,
      saved: { id: shown.name, name: shown.name, description: '', version: shown.version },
    })
    knownOf(shown.name).saved = shown.version
  }

  async function openEarlier(tab: SimulatedTab): Promise<void> {
    const drafts = await tab.autosave.earlierDrafts().catch(() => [])
    const [first] = drafts
    if (first) await tab.autosave.openEarlier(first.id)
  }

  async function logOut(tab: SimulatedTab, choice: 'keep' | 'discard'): Promise<void> {
    const token = tab.token()
    if (token === null) return
    const documents = await tab.autosave.findUnsaved()
    counts.questions += 1
    counts.named += documents.length
    counts.silent += documents.filter(({ where }) => where === 'silent tab').length
    time.after(1 + Math.floor(random() * 3_000), () =>
      tab.deliver(() => {
        if (tab.token() !== token) return
        if (choice === 'discard') for (const document of documents) noteDiscarded(document)
        counts[choice === 'discard' ? 'discarded' : 'kept'] += 1
        tab.setToken(null)
        const discarded = choice === 'discard' ? documents.map(({ draft }) => draft) : []
        tab.autosave.leaveDevice(token, discarded).catch(() => {})
      }),
    )
  }

  function noteDiscarded({ name, draft, where }: UnsavedDocument): void {
    const inTabs = tabs.filter(({ lastDraft }) => lastDraft.get() === draft).map((tab) => shownIn(tab)?.name)
    // A silent tab is named after its draft, unless the storage is silent as well.
    const stored = where === 'silent tab' ? memory.drafts.get(draft)?.record : undefined
    for (const each of [name, ...inTabs, (stored?.saved ?? stored?.heading)?.name]) {
      const document = each === undefined ? undefined : known.get(each)
      if (document) document.isDiscarded = true
    }
  }

  function reopen(slot: number, lastDraft = createLastDraft()): void {
    tabs[slot] = open(lastDraft)
  }

  function crash(tab: SimulatedTab, slot: number): void {
    tab.crash()
    reopen(slot, random() < 0.5 ? tab.lastDraft : createLastDraft())
  }

  function logIn(tab: SimulatedTab): void {
    if (browser.token() === null) tab.setToken(browser.newToken(pick(USERS)))
  }

  const shares: readonly (readonly [share: number, act: (tab: SimulatedTab, slot: number) => void])[] = [
    [40, draw],
    [5, save],
    [4, (tab) => tab.store.getState().restore(EMPTY)],
    [4, (tab) => void openEarlier(tab)],
    [4, (tab) => void logOut(tab, 'keep')],
    [4, (tab) => void logOut(tab, 'discard')],
    // The session is revoked.
    [3, (tab) => tab.setToken(null)],
    [14, logIn],
    // Another session takes the place of this one.
    [1, (tab) => tab.setToken(browser.newToken(pick(USERS)))],
    [5, (tab) => tab.freeze()],
    [4, crash],
  ]
  const closings: typeof shares = [
    [
      3,
      (tab, slot) => {
        tab.close()
        reopen(slot)
      },
    ],
    // The page is loaded again.
    [
      4,
      (tab, slot) => {
        tab.close()
        reopen(slot, tab.lastDraft)
      },
    ],
  ]
  const actions = [...shares, ...closings].flatMap(([share, act]) => Array.from({ length: share }, () => act))

  async function step(): Promise<void> {
    const slot = Math.floor(random() * TABS)
    const tab = tabs[slot] as SimulatedTab
    const act = pick(actions)
    // A frozen tab does nothing; it may be thawed, or end as any other.
    if (tab.isFrozen() && random() < 0.5) tab.thaw()
    else if (!tab.isFrozen() || act === crash) act(tab, slot)
    await time.advance(pick([0, 1, 5, 100, 300, 600, 600, 2_500]))
    check()
  }

  function check(): void {
    const stored = new Map<string, number>()
    for (const { parts } of memory.drafts.values()) {
      const text = parts.get('nodes 0')?.text
      const found = read(/"label":"([^"]+)"/.exec(text ?? '')?.[1])
      if (found) stored.set(found.name, Math.max(stored.get(found.name) ?? 0, found.version))
    }
    for (const [name, { confirmed, saved, isDiscarded }] of known)
      if (!isDiscarded && confirmed > saved && (stored.get(name) ?? 0) < confirmed)
        faults.push(`${name} v${confirmed} is on this device as v${stored.get(name)}`)
    for (const tab of tabs) {
      const shown = shownIn(tab)
      if (shown && knownOf(shown.name).user !== tab.user()) faults.push(`${shown.name} is shown to ${tab.user()}`)
    }
  }

  /** Every user logs in once more: what they find in the editor and among the earlier drafts. */
  async function findAll(): Promise<Set<string>> {
    for (const tab of tabs) {
      tab.thaw()
      tab.setToken(null)
    }
    await time.advance(60_000)
    check()
    for (const tab of tabs) tab.close()
    const found = new Set<string>()
    for (const user of USERS) {
      const tab = open()
      tab.setToken(browser.newToken(user))
      await time.advance(30_000)
      const shown = shownIn(tab)
      if (shown) found.add(shown.name)
      const listing = tab.autosave.earlierDrafts()
      await time.advance(10_000)
      for (const { heading, saved } of await listing) found.add((saved ?? heading)?.name ?? '')
      tab.setToken(null)
      await time.advance(1_000)
      tab.close()
      await settle()
    }
    return found
  }

  return { step, findAll, known, counts, faults }
}

it('[UI-117] over users, tabs, sessions, crashes and failing writes no draft vanishes unasked', async () => {
  const { step, findAll, known, counts, faults } = createWalk(SEED)
  for (let count = 0; count < STEPS && faults.length === 0; count++) await step()
  expect(faults).toEqual([])
  const found = await findAll()
  expect(faults).toEqual([])
  for (const [name, { confirmed, saved, isDiscarded }] of known)
    if (!isDiscarded && confirmed > saved) expect(found, 'found by its user').toContain(name)
  // The walk comes past everything that it is about.
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(9)
})
