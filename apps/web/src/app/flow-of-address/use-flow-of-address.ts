import type { FlowData } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { EditorSession } from '../../features/editor/session/editor-session.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { fetchFlow, rememberOpening } from '../../shared/api/flows.ts'
import { paths } from '../../shared/config/paths.ts'
import { tellRole } from '../../shared/sharing/tell-role.ts'
import { useSession } from '../../stores/session.ts'
import { isOpen, type NoFlow, openFlowOfAddress } from './open-flow-of-address.ts'

type State = 'opening' | 'open' | NoFlow

/** Opens the flow that the address names; where another document takes its place, the address becomes that of the editor. */
export function useFlowOfAddress({ document, autosave }: EditorSession, id: string | null) {
  const token = useSession((session) => session.token)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<{ readonly id: string | null; readonly state: State }>({
    id,
    state: 'opening',
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt, or another user, opens it anew
  useEffect(() => {
    if (id === null) return
    let isOver = false
    setOutcome({ id, state: isOpen(document, id) ? 'open' : 'opening' })
    let stored: FlowData | null = null
    const fetchStored = async (asked: string) => {
      stored = await fetchReadable(asked)
      return stored
    }
    void openFlowOfAddress(id, { document, autosave, fetchFlow: fetchStored, isOver: () => isOver }).then((reason) => {
      if (isOver) return
      setOutcome({ id, state: reason ?? 'open' })
      if (reason !== null) return
      if (stored) tellRole(stored)
      void rememberOpening(queries, id)
    })
    return () => {
      isOver = true
    }
  }, [document, autosave, id, token, attempt])

  useEffect(() => {
    if (id === null) return
    return document.subscribe((now, before) => {
      const isLeft = before.saved?.id === id && now.saved?.id !== id
      // The end of a session closes the document, too, and its user returns to this address.
      if (!isLeft || useSession.getState().token !== token) return
      navigate({ pathname: paths.editor, search: location.search })
    })
  }, [document, id, token, navigate])

  const state: State = id === null ? 'open' : outcome.id === id ? outcome.state : 'opening'
  return { state, tryAgain: () => setAttempt((count) => count + 1) }
}

const fetchReadable = (id: string) =>
  fetchFlow(id).catch((error) => {
    if (asRequestError(error).status === 404) return null
    throw error
  })
