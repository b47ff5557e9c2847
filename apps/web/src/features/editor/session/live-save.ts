import { CONNECTION_ERROR } from '@plimsoll/contract'
import { RequestError } from '../../../shared/api/client.ts'
import { hasUnsavedChanges } from '../../../stores/diagram.ts'
import type { Live } from '../state/live.ts'
import type { EditorSession } from './editor-session.ts'

/** After so long a flow that is to be drawn together counts as one that cannot be, as where a proxy lets no sockets through. In ms. */
const JOINING_MS = 5_000

const isSettled = ({ phase }: Live): boolean => phase !== 'joining'

/**
 * Whether the server has what is drawn here, because it is drawn together: resolves when it has all of it. Without a connection that
 * fails: a save from here would have to overwrite what others draw.
 */
export async function isOnServer({ live, document }: EditorSession): Promise<boolean> {
  await until(() => isSettled(live.getState()), live, JOINING_MS)
  const { phase, isReadonly } = live.getState()
  if (isReadonly || phase === 'off' || phase === 'joining') return false
  const isOver = () => live.getState().phase !== 'online'
  await until(() => isOver() || !hasUnsavedChanges(document.getState()), document, JOINING_MS)
  if (isOver() || hasUnsavedChanges(document.getState())) throw new RequestError(CONNECTION_ERROR)
  return true
}

/** Resolves when it holds, at the latest after so many ms. */
function until(
  holds: () => boolean,
  { subscribe }: { subscribe(listener: () => void): () => void },
  ms: number,
): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) return resolve()
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = subscribe(() => holds() && end())
  })
}
