import { applyToDocument, type Content, readContent } from '@plimsoll/collaboration'
import { type Flow, type Mending, mergeFlows, withUnchanged } from '@plimsoll/flow'
import type * as Y from 'yjs'
import type { DocumentStore } from '../../../stores/diagram.ts'
import { throttle } from './throttle.ts'

/** Changes are written to the document at most this often, in ms: 20 messages a second. */
const WRITE_MS = 50

interface BindOptions {
  readonly doc: Y.Doc
  readonly document: DocumentStore
  /** The flow that the document is of. */
  readonly id: string
  readonly isReadonly: () => boolean
  /** What the flow was when it was last saved, where the store does not know; null: that cannot be had. */
  readonly savedFlow: () => Promise<Flow | null>
  readonly onMended: (mended: readonly Mending[]) => void
}

/** Has the open document of the editor and the shared one follow each other. */
export interface Binding {
  /** To be called when the shared document has all that the server has: the first time it is brought together with the open one. */
  begin(): Promise<void>
  /** To be called when the server has acknowledged everything that was sent. */
  acknowledged(): void
  /** Whether the server has acknowledged everything that was changed here. */
  isSettled(): boolean
  /** Writes what is still waiting, and ends. */
  end(): void
}

export function bindDocument(options: BindOptions): Binding {
  const { doc, document, id, isReadonly, savedFlow, onMended } = options
  const own = { of: id }
  /** What both agreed on last; null before they were brought together. */
  let agreed: Content | null = null
  let opened = document.getState().opened
  /** Whether something was written that the server has not acknowledged. */
  let isPending = false
  let isReceiving = false
  let isOver = false
  let reading: ReturnType<typeof setTimeout> | undefined
  let told: ReadonlySet<string> = new Set()

  // That code is not loaded for the flows that one draws alone.
  document.setState({ merge: mergeFlows })

  const isOpen = () => !isOver && document.getState().saved?.id === id

  function receive({ flow, name, description }: Content, savedContent: Flow): void {
    const { saved } = document.getState()
    if (!saved) return
    const isRenamed = name !== '' && (name !== saved.name || description !== saved.description)
    isReceiving = true
    document.getState().receive({ flow, savedContent, ...(isRenamed && { saved: { ...saved, name, description } }) })
    isReceiving = false
  }

  function readShared(before: Flow): Content {
    const { content, mended } = readContent(doc)
    const fresh = mended.filter(({ message }) => !told.has(message))
    told = new Set(mended.map(({ message }) => message))
    if (fresh.length > 0) onMended(fresh)
    return { ...content, flow: withUnchanged(before, content.flow) }
  }

  const isAgreed = () => agreed !== null && isOpen() && document.getState().opened === opened

  /** Puts the changes that were made here since then into the shared document. */
  function write(): void {
    const { flow } = document.getState()
    if (agreed === null || !isAgreed() || isReadonly() || flow === agreed.flow) return
    const before = agreed
    agreed = { ...before, flow }
    isPending = true
    applyToDocument(doc, before, agreed, own)
  }

  const writing = throttle(WRITE_MS, write)

  /** What both have and the server acknowledged counts as saved. */
  function noteSaved(): void {
    const { flow, savedContent } = document.getState()
    if (isPending || !isAgreed() || isReadonly() || flow !== agreed?.flow || flow === savedContent) return
    document.getState().receive({ savedContent: flow })
  }

  function read(): void {
    clearTimeout(reading)
    reading = undefined
    if (agreed === null || !isAgreed()) return
    write()
    const { flow, savedContent } = document.getState()
    const theirs = readShared(agreed.flow)
    // What a reader draws stays on their screen, on top of what others draw.
    if (isReadonly()) receive({ ...theirs, flow: mergeFlows(agreed.flow, flow, theirs.flow) }, theirs.flow)
    else receive(theirs, isPending ? savedContent : theirs.flow)
    agreed = theirs
  }

  /** Brings both together: what was changed here and is not saved is put on top of what others have, as a step of one's own. */
  async function join(): Promise<void> {
    const state = document.getState()
    opened = state.opened
    const unsaved = state.flow === state.savedContent ? null : state.flow
    const isKnown = state.savedContent.nodes.length + state.savedContent.edges.length > 0
    const base = unsaved === null || isKnown ? state.savedContent : await savedFlow()
    if (!isOpen() || document.getState().opened !== opened) return
    const shared = readShared(document.getState().flow)
    agreed = shared
    receive(shared, shared.flow)
    const mine = unsaved === null ? shared.flow : mergeFlows(base ?? state.savedContent, unsaved, shared.flow)
    if (mine !== shared.flow) document.getState().dispatch({ type: 'load', flow: mine })
  }

  const stopFollowing = document.subscribe((state, before) => {
    if (isReceiving || agreed === null || !isOpen()) return
    if (state.opened !== opened) {
      agreed = null
      void join()
    } else if (state.flow !== before.flow) writing.call()
    else noteSaved()
  })

  const onUpdate = (_: Uint8Array, origin: unknown) => {
    if (origin !== own && agreed !== null) reading ??= setTimeout(read, 0)
  }
  doc.on('update', onUpdate)

  return {
    begin: async () => {
      if (agreed === null) await join()
      else read()
    },
    acknowledged() {
      isPending = false
      noteSaved()
    },
    isSettled: () => !isPending && (agreed === null || document.getState().flow === agreed.flow),
    end() {
      write()
      isOver = true
      clearTimeout(reading)
      writing.cancel()
      doc.off('update', onUpdate)
      stopFollowing()
    },
  }
}
