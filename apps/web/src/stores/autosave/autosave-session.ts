import { EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { type Board, headingOf, isBoardEmpty } from '../board.ts'
import type { LeftView, LeftViews } from '../left-view.ts'
import { createStatus, NO_STATUS, troubleOf } from './autosave-status.ts'
import { type Clock, within } from './clock.ts'
import { DRAFT_SCHEMA, type DraftRecord } from './draft-record.ts'
import { changeRecord, type DraftStorage, OutdatedError, removeDrafts } from './draft-storage.ts'
import { createDraftWriter, type Draft, RETRY_MS } from './draft-writer.ts'
import type { FlowWatch } from './flow-watch.ts'
import type { LastDraft } from './last-draft.ts'
import { createOpenElsewhere } from './open-elsewhere.ts'
import type { SessionNotes, SessionOwners } from './session-owner.ts'
import { documentOf, flowOf } from './stored-draft.ts'
import { postBeginning, type TabChannel } from './tab-channel.ts'
import type { TabLocks } from './tab-locks.ts'
import { ANSWER_MS, askTabs, type UnsavedDocument, unsavedElsewhere } from './unsaved-documents.ts'

/** What is drawn before it is known who is signed in is not written: the first waits are short. */
const ASK_AGAIN_MS = [1_000, 2_000, 5_000] as const
/** How long a tab tries to write before it answers a tab in which somebody presses Logout. */
const WRITE_BEFORE_ANSWER_MS = 1_000
const DAY_MS = 86_400_000
const LIFETIME_MS = 30 * DAY_MS

/** `opened` changes whenever another document takes the place of the open one. */
export type OpenDocument = Board & { readonly opened: number }

interface DocumentStore {
  getState(): OpenDocument & { restore(document: Board): void; reset(): void }
  subscribe(listener: (state: OpenDocument, previous: OpenDocument) => void): () => void
}

/** Everything that autosave needs of its surroundings. */
export interface AutosaveEnvironment {
  readonly document: DocumentStore
  readonly viewports: LeftViews
  readonly session: {
    token(): string | null
    subscribe(listener: (token: string | null, previous: string | null) => void): () => void
  }
  readonly owners: SessionOwners
  readonly notes: Pick<SessionNotes, 'forgetSessions'>
  readonly storage: DraftStorage
  readonly channel: TabChannel
  readonly locks: TabLocks
  readonly watchFlow: FlowWatch
  readonly clock: Clock
  readonly lastDraft: LastDraft
  /** An id that nobody else comes up with. */
  readonly newId: () => string
  /** The flow of the library that the page is to show, if its address names one. */
  readonly askedFlow: () => string | null
  /** Says that what was drawn before is among the earlier drafts. */
  readonly tellOfEarlier: () => void
}

export type AutosaveSession = ReturnType<typeof createAutosaveSession>

/** Writes the open document of this tab as a draft of its user, restores their last one, and takes part in Logout over all tabs. */
export function createAutosaveSession(environment: AutosaveEnvironment) {
  const { document, viewports, session, owners, notes, storage, channel, locks, clock, lastDraft, newId } = environment
  const status = createStatus()
  /** The session that is followed. */
  let token: string | null = null
  /** Who is signed in; null until that is known. */
  let user: string | null = null
  /** The same, once their last draft was restored: from then on changes are written. */
  let owner: string | null = null
  /** The draft of the open document. */
  let current = newId()
  let lastChangeAt = 0
  /** A session ended while its document was open: it is restored as soon as its user is back. */
  let aside: { readonly draft: string; readonly isUnsaved: boolean } | null = null
  /** Drafts of documents that were replaced, so that undo continues them. */
  const replaced = new WeakMap<Flow, string>()
  /** The tab locks that this tab has or asks for. */
  const held = new Map<string, Promise<(() => void) | null>>()
  /** The drafts among them that are being read, in order to be opened. */
  const opening = new Set<string>()

  const writer = createDraftWriter({
    storage,
    clock,
    writer: newId(),
    newId,
    onWritten: (id, draft) => {
      if (owner !== null) status.setState({ trouble: null })
      if (id === current && draft) status.setState({ written: draft.flow })
      releaseUnused()
    },
    onFailed: noteTrouble,
    onForked: (id, fork) => {
      if (id === current) switchTo(fork)
      else void hold(fork)
    },
  })
  const openElsewhere = createOpenElsewhere({ ...environment, status, openFlow: () => document.getState().saved })

  const isInUse = (): boolean => !isEmpty(document.getState())
  const hasUnsavedWork = (): boolean => isInUse() && hasUnsavedChanges(document.getState())

  function noteTrouble(error: unknown): void {
    status.setState({ trouble: troubleOf(error) })
  }

  /** Another version of the product writes to the storage of this device: this tab stops. */
  function stopOutdated(): void {
    writer.stop()
    noteTrouble(new OutdatedError())
  }

  // Tab locks

  /** False when another tab holds the lock. */
  async function hold(id: string): Promise<boolean> {
    const request = held.get(id) ?? locks.acquire(id)
    held.set(id, request)
    const isHeld = (await request) !== null
    if (!isHeld && held.get(id) === request) held.delete(id)
    return isHeld
  }

  /** What `open` makes of a draft that no other tab has or can get meanwhile; null when another tab has it. */
  async function whileHeld<T>(id: string, open: () => Promise<T>): Promise<T | null> {
    opening.add(id)
    try {
      return (await hold(id)) ? await open() : null
    } finally {
      opening.delete(id)
      releaseUnused()
    }
  }

  /** A draft stays locked until it is written: no other tab may restore an older content before that. */
  function releaseUnused(): void {
    for (const [id, request] of held) {
      if (id === current || opening.has(id) || writer.unwritten(id)) continue
      held.delete(id)
      void request.then((release) => release?.())
    }
  }

  function switchTo(id: string): void {
    current = id
    void hold(id)
    lastDraft.set(id)
    releaseUnused()
  }

  // The session begins

  /** Restores the last draft of who is signed in, and writes the document from then on. Nothing is written before that. */
  function start(): void {
    const next = session.token()
    if (next === null || next === token) return
    token = next
    // A tab in which Logout is pressed asks who holds a lock: what is drawn before it is known who is signed in is named, too.
    void hold(current)
    void begin(next, 0)
  }

  async function begin(begun: string, attempt: number): Promise<void> {
    const isOver = () => begun !== token
    const again = (ms: number) => void clock.after(ms, () => isOver() || void begin(begun, attempt + 1))

    const found = await owners.learn(begun)
    if (isOver()) return
    user = found
    if (found === null) {
      status.setState({ trouble: 'owner' })
      return again(ASK_AGAIN_MS[attempt] ?? RETRY_MS)
    }
    try {
      if (!restoreUnwritten(found)) await restoreLast(found, isOver)
    } catch (error) {
      if (isOver()) return
      noteTrouble(error)
      return again(RETRY_MS)
    }
    if (isOver()) return
    owner = found
    aside = null
    status.setState({ isReady: true, trouble: null })
    switchTo(current)
    openElsewhere.follow(owner)
    if (status.getState().written !== document.getState().flow) saveDocument()
    void removeOld().catch(() => {})
  }

  /** Restores what an earlier session of this page could not write, as where the storage fails. */
  function restoreUnwritten(whose: string): boolean {
    const draft = writer.unwrittenOf(whose).find(({ isLeft }) => !isLeft)
    if (!draft || isInUse()) return false
    current = draft.id
    restore(documentOf(draft, draft.flow), draft.view)
    return true
  }

  async function restoreLast(whose: string, isOver: () => boolean): Promise<void> {
    const records = await storage.records(whose)
    const others = await locks.heldByOthers()
    if (isOver()) return
    const ownId = lastDraft.get()
    const free = records.filter(({ id, isLeft }) => !isLeft && id !== current && !others.has(id))
    const own = free.filter(({ id }) => id === ownId)
    if (isInUse()) return leave(own)

    const isAlone = !records.some(({ id }) => others.has(id))
    const unsaved = free.filter(({ isUnsaved }) => isUnsaved)
    const recent = free.filter(({ changedAt }) => isAlone && changedAt > clock.now() - DAY_MS)
    const asked = environment.askedFlow()
    const isAsked = ({ saved }: DraftRecord) => asked === null || saved?.id === asked
    for (const { id } of new Set([...own, ...unsaved, ...recent].filter(isAsked))) {
      if (await whileHeld(id, () => restoreStored(id, whose, isOver))) return
      if (isOver() || isInUse()) return
    }
    await leave(own.filter((record) => !isAsked(record)))
  }

  async function restoreStored(id: string, whose: string, isOver: () => boolean): Promise<boolean> {
    const stored = await storage.read(id)
    const flow = stored && flowOf(stored.parts)
    if (isOver() || isInUse() || !flow || stored.record.owner !== whose || stored.record.isLeft) return false
    current = id
    writer.noteStored(stored.record, flow)
    restore(documentOf(stored.record, flow), stored.record.view)
    status.setState({ written: flow })
    return true
  }

  function restore(board: Board, view: LeftView | null): void {
    document.getState().restore(board)
    if (view) viewports.set(document.getState().opened, view)
  }

  /** The user opened another document before the last draft of this tab could be restored. */
  async function leave(records: readonly DraftRecord[]): Promise<void> {
    for (const { id, isUnsaved } of records) {
      await changeRecord(storage, id, { isLeft: true })
      if (isUnsaved) environment.tellOfEarlier()
    }
  }

  async function removeOld(): Promise<void> {
    const [records, others] = await Promise.all([storage.records(), locks.heldByOthers()])
    const isOld = ({ changedAt }: DraftRecord) => changedAt < clock.now() - LIFETIME_MS
    const old = records.filter((record) => isOld(record) && record.id !== current && !others.has(record.id))
    await removeDrafts(
      storage,
      old.map(({ id }) => id),
      isOld,
    )
  }

  // The document changes

  function draftOf(state: OpenDocument, { isLeft }: { readonly isLeft: boolean }): Draft | null {
    const whose = owner ?? user
    if (whose === null || isEmpty(state)) return null
    const { flow, saved, heading, opened } = state
    lastChangeAt = Math.max(clock.now(), lastChangeAt + 1)
    return {
      ...{ id: current, owner: whose, flow, saved, heading, view: viewports.get(opened) },
      ...{ isUnsaved: hasUnsavedChanges(state), isLeft, changedAt: lastChangeAt },
    }
  }

  function saveDocument(): void {
    writer.save(current, draftOf(document.getState(), { isLeft: false }))
  }

  function replace(from: OpenDocument, to: OpenDocument): void {
    const left = draftOf(from, { isLeft: true })
    writer.save(current, left?.isUnsaved ? left : null)
    if (from.flow !== EMPTY_FLOW) replaced.set(from.flow, current)
    switchTo(replaced.get(to.flow) ?? newId())
  }

  document.subscribe((state, previous) => {
    const isSame = (['flow', 'saved', 'heading', 'savedContent'] as const).every((key) => state[key] === previous[key])
    if (isSame || owner === null) return
    const isOther = state.opened !== previous.opened
    if (isOther) replace(previous, state)
    saveDocument()
    if (isOther) void writer.flush()
    openElsewhere.follow(owner)
    openElsewhere.tellVersion(previous.saved)
  })

  viewports.subscribe((opened, view) => {
    if (owner === null || opened !== document.getState().opened) return
    // A viewport that cannot be stored is no loss to be told of.
    writer.saveView(current, view).catch(() => {})
  })

  // The session ends

  session.subscribe((next, previous) => {
    if (previous !== null) putAside()
    if (next !== null && aside !== null) start()
  })

  /** Writes the document for its user, and closes it. Nothing is removed: that takes a Logout, and an answer. */
  function putAside(): void {
    if (user !== null && isInUse()) {
      aside = { draft: current, isUnsaved: hasUnsavedWork() }
      saveDocument()
    }
    void writer.flush()
    token = null
    user = null
    owner = null
    current = newId()
    releaseUnused()
    openElsewhere.follow(null)
    status.setState(NO_STATUS)
    document.getState().reset()
  }

  /** Everything with unsaved changes of who is signed in: in this tab, in every other tab, and on this device. */
  async function findUnsaved(): Promise<UnsavedDocument[]> {
    const [records, others] = await Promise.all([within(clock, ANSWER_MS, ownRecords(), []), askOthers()])
    const state = document.getState()
    const here: UnsavedDocument = { draft: current, name: headingOf(state).name, where: 'this tab' }
    const unwritten = writer.unwrittenOf(user ?? '').filter(({ isUnsaved }) => isUnsaved)
    const elsewhere = unsavedElsewhere(others, [...unwritten, ...records.filter(({ id }) => !writer.unwritten(id))])
    return [...(hasUnsavedWork() ? [here] : []), ...elsewhere.filter(({ draft }) => draft !== current)]
  }

  async function ownRecords(): Promise<DraftRecord[]> {
    await writer.flush()
    const now = session.token()
    if (now === null || (await storage.records()).length === 0) return []
    const whose = user ?? (await owners.known(now)) ?? (await owners.learn(now))
    return whose === null ? [] : storage.records(whose)
  }

  async function askOthers() {
    const held = await within<ReadonlySet<string>>(clock, ANSWER_MS, locks.heldByOthers(), new Set())
    return { held, answers: await askTabs({ channel, clock, ask: newId() }, held) }
  }

  async function answerTab(ask: string): Promise<void> {
    const drafts = new Set(held.keys())
    await within(clock, WRITE_BEFORE_ANSWER_MS, writer.flush(), undefined)
    for (const draft of new Set([...drafts, ...held.keys()]))
      channel.post({ kind: 'answer', ask, draft, unsaved: unsavedName(draft) })
  }

  function unsavedName(id: string): string | null {
    if (id === current) return hasUnsavedWork() ? headingOf(document.getState()).name : null
    const draft = writer.newest(id)
    return draft?.owner === user && draft?.isUnsaved ? headingOf(draft).name : null
  }

  /**
   * To be called after Logout has ended the session of `ended`. Removes the drafts that its user discarded, in all tabs and from this
   * device; null: all of them. What is saved in the library goes in any case; everything else waits for the same user.
   */
  async function leaveDevice(ended: string, discarded: readonly string[] | null): Promise<void> {
    const gone = await owners.known(ended)
    if (gone !== null) {
      channel.post({ kind: 'ended', owner: gone, discarded })
      await forget(gone, discarded)
      const records = await storage.records(gone)
      await removeDrafts(
        storage,
        records.map(({ id }) => id),
        (stored) => isForgotten(stored, discarded),
      )
    }
    await notes.forgetSessions()
  }

  /** Forgets in this tab what the user who is gone discarded, and what they had saved in the library. */
  async function forget(gone: string, discarded: readonly string[] | null): Promise<void> {
    const isDiscarded = (id: string) => discarded === null || discarded.includes(id)
    const ids = writer
      .draftsOf(gone)
      .filter(({ id, isUnsaved }) => isDiscarded(id) || !isUnsaved)
      .map(({ id }) => id)
    if (user === gone && (isDiscarded(current) || !hasUnsavedWork())) closeDocument()
    if (aside && ids.includes(aside.draft)) aside = null
    const done = writer.forget(ids)
    releaseUnused()
    await done
    await removeDrafts(storage, ids, (stored) => isForgotten(stored, discarded))
  }

  /** Closes the document and leaves it to nobody. */
  function closeDocument(): void {
    const before = owner
    owner = null
    document.getState().reset()
    owner = before
    switchTo(newId())
    openElsewhere.follow(owner)
  }

  channel.subscribe({
    began: ({ schema }) => {
      if (schema > DRAFT_SCHEMA) stopOutdated()
      else if (schema < DRAFT_SCHEMA) postBeginning(channel)
    },
    ending: ({ ask }) => void answerTab(ask),
    ended: (message) => void forget(message.owner, message.discarded).catch(() => {}),
  })
  postBeginning(channel)

  // Earlier drafts

  /** Drafts of the user with unsaved changes that no tab shows, the last changed first. */
  async function earlierDrafts(): Promise<DraftRecord[]> {
    await writer.flush()
    if (owner === null) throw new Error('It is not known yet who is signed in.')
    const [records, others] = await Promise.all([storage.records(owner), locks.heldByOthers()])
    return records.filter(({ id, isUnsaved }) => isUnsaved && id !== current && !others.has(id))
  }

  /** Opens an earlier draft; the document that it replaces can be restored by undo. False when it cannot be read. */
  async function openEarlier(id: string): Promise<boolean> {
    const whose = owner
    if (whose === null) return false
    // A second press comes while the first is under way, or after it.
    if (opening.has(id) || id === current) return true
    return (await whileHeld(id, () => openStored(id, whose))) ?? false
  }

  async function openStored(id: string, whose: string): Promise<boolean> {
    const stored = await storage.read(id).catch(() => null)
    const flow = stored && flowOf(stored.parts)
    if (whose !== owner || !flow || stored.record.owner !== whose) return false
    replaced.set(flow, id)
    writer.noteStored(stored.record, flow)
    document.getState().restore(documentOf(stored.record, flow))
    return true
  }

  /** Removes an earlier draft from this device; gives back how to undo that. */
  async function removeEarlier(id: string): Promise<() => Promise<void>> {
    const stored = await storage.read(id)
    await removeDrafts(storage, [id])
    return async () => {
      if (stored === null) return
      const { record, parts } = stored
      await storage.change(id, () => ({ put: record, parts: { put: parts, remove: [] }, isWhole: true }))
    }
  }

  return {
    status,
    start,
    flush: writer.flush,
    /** Whether closing the page may lose something. */
    mayLoseWork: () => (aside?.isUnsaved ?? false) || hasUnsavedWork(),
    stopOutdated,
    findUnsaved,
    leaveDevice,
    earlierDrafts,
    openEarlier,
    removeEarlier,
  }
}

const isForgotten = ({ id, isUnsaved }: DraftRecord, discarded: readonly string[] | null): boolean =>
  !isUnsaved || discarded === null || discarded.includes(id)

const isEmpty = ({ flow, saved }: Board): boolean => saved === null && isBoardEmpty(flow)

const hasUnsavedChanges = ({ flow, savedContent }: Board): boolean => flow !== savedContent
