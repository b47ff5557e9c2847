import { HocuspocusProvider } from '@hocuspocus/provider'
import { readSaveFault } from '@plimsoll/contract'
import { type Flow, parseFlow } from '@plimsoll/flow'
import * as Y from 'yjs'
import { queryClient } from '../../../shared/api/query-client.ts'
import { versionQuery } from '../../../shared/api/versions.ts'
import { toast } from '../../../shared/ui/toast.ts'
import { useSession } from '../../../stores/session.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { isLive, NOT_LIVE } from '../state/live.ts'
import { bindDocument } from './bind-document.ts'
import { watchDropped } from './dropped-values.ts'
import { showPeerDrags } from './peer-drags.ts'
import { sharePresence } from './presence.ts'
import { presentRun } from './present-run.ts'
import { tellDropped } from './tell-dropped.ts'
import { tellRestored } from './tell-restored.ts'
import { watchRuns } from './watch-run.ts'

/** What is said where the server denies the flow; after other reasons the provider tries again. */
const DENIED: Readonly<Record<string, string | null>> = {
  // The next call of the API tells.
  unauthorized: null,
  'not-found':
    'This flow is not shared with you any more. What you see stays on your board, and can be saved as a copy.',
}

const STAYS = 'What you drew stays on your board, and can be saved as a copy.'

/** Codes of a close that say that a change is not taken: it would not be at a second try. */
const REFUSED_CODES: readonly number[] = [4400, 4413]
const REFUSED = `The server does not take a change that you made, as it is too large. ${STAYS}`
const NO_ROOM = `The server takes no more changes of this flow, as the storage of its owner is full. ${STAYS}`

/** The provider's own code for a connection that it gives up. */
const OFFLINE = { code: 4408, reason: 'offline' }

/** After so long without an answer the server is slow, in ms. */
const SLOW_MS = 1_000

/** Draws the flow with this id, which is open, together with others, until the end that it gives back. */
export function drawTogether(session: EditorSession, id: string): () => void {
  const { document, live } = session
  const doc = new Y.Doc()
  let slow: ReturnType<typeof setTimeout> | undefined
  const provider = new HocuspocusProvider({
    url: `${location.origin.replace(/^http/, 'ws')}/api/flows/${encodeURIComponent(id)}/live`,
    name: id,
    document: doc,
    token: () => useSession.getState().token ?? '',
    // What waited for the connection is sent when documents are compared. Sent by itself as well, its acknowledgement would count for all.
    onOpen: () => void Reflect.set(provider.configuration.websocketProvider, 'messageQueue', []),
    onAuthenticated: ({ scope }) => live.setState({ isReadonly: scope === 'readonly' }),
    onAuthenticationFailed: ({ reason }) => Object.hasOwn(DENIED, reason) && stop(DENIED[reason]),
    onClose: ({ event: { code, reason } }) =>
      REFUSED_CODES.includes(code) && stop(reason === 'storage-full' ? NO_ROOM : REFUSED),
    onStateless: ({ payload }) => live.setState({ saveFault: readSaveFault(payload) }),
    onSynced: () => void binding.begin().then(() => !isOver && provider.synced && live.setState({ phase: 'online' })),
    onDisconnect: () => {
      // Where the provider gives a connection up it emits no close: it would stay synced, and `onSynced` not be called after the next one.
      provider.onClose()
      if (isLive(live.getState())) live.setState({ phase: 'offline', saveFault: null })
    },
    onUnsyncedChanges: ({ number }) => {
      if (number === 0) {
        clearTimeout(slow)
        slow = undefined
        live.setState({ isSlow: false })
        binding.acknowledged()
        presence.acknowledged()
      } else slow ??= setTimeout(() => live.setState({ isSlow: true }), SLOW_MS)
    },
  })
  let isOver = false
  const binding = bindDocument({
    doc,
    document,
    id,
    isReadonly: () => live.getState().isReadonly,
    savedFlow: () => savedFlowOf(id, document.getState().saved?.version ?? 0),
    onMended: (mended) => {
      const [first] = mended
      if (first)
        toast.info(mended.length === 1 ? `${first.message}.` : `${first.message}, and ${mended.length - 1} more.`)
    },
  })
  const presence = sharePresence(session, provider, { isSettled: binding.isSettled })
  const endDrags = showPeerDrags(session, { isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches })
  const ends = [
    binding.end,
    presence.end,
    endDrags,
    watchRuns(session),
    presentRun(session),
    tellRestored(session),
    watchDropped(doc, (values) => tellDropped(session, values)),
  ]

  // A browser that is offline may keep a socket that leads nowhere, and reports no close while a message is unsent.
  const onOffline = () => {
    provider.disconnect()
    provider.configuration.websocketProvider.onClose({ event: OFFLINE })
  }
  const onOnline = () => void provider.connect()
  addEventListener('offline', onOffline)
  addEventListener('online', onOnline)
  live.setState({ ...NOT_LIVE, phase: 'joining' })

  function stop(why: string | null | undefined): void {
    if (isOver) return
    end()
    if (why) toast.lasting(why)
  }

  function end(): void {
    if (isOver) return
    isOver = true
    for (const act of ends) act()
    clearTimeout(slow)
    removeEventListener('offline', onOffline)
    removeEventListener('online', onOnline)
    provider.destroy()
    doc.destroy()
    live.setState(NOT_LIVE)
  }
  return end
}

async function savedFlowOf(id: string, version: number): Promise<Flow | null> {
  const stored = await queryClient.fetchQuery(versionQuery(id, version)).catch(() => null)
  const parsed = parseFlow(stored)
  return parsed.ok ? parsed.flow : null
}
