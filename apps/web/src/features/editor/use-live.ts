import type { FlowSharing } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchFlow } from '../../shared/api/flows.ts'
import { sharingQuery } from '../../shared/api/sharing.ts'
import { hasUnsavedChanges, isSharedFlow } from '../../stores/diagram.ts'
import { useDocument, useEditorSession } from './session/use-editor-session.ts'

/** Draws the open flow together with others, as soon as somebody else has a role in it; that code is loaded only then. */
export function useLive(): void {
  const session = useEditorSession()
  const id = useDocument(({ saved }) => saved?.id ?? null)
  const isShared = useIsShared(id)
  useEffect(() => {
    if (id === null || !isShared) return
    let isOver = false
    let end = () => {}
    void import('./live/draw-together.ts').then(({ drawTogether }) => {
      if (!isOver) end = drawTogether(session, id)
    })
    return () => {
      isOver = true
      end()
    }
  }, [session, id, isShared])
}

function useIsShared(id: string | null): boolean {
  const isKnown = useDocument(({ saved }) => saved?.isShared === true)
  // A draft is opened without asking for the flow.
  const isDraft = useDocument((state) => hasUnsavedChanges(state) && state.savedContent.nodes.length === 0)
  const asked = useQuery({
    queryKey: ['is shared', id],
    queryFn: async () => isSharedFlow(await fetchFlow(id ?? '')),
    enabled: id !== null && isDraft && !isKnown,
    retry: false,
  })
  // What the Share dialog has just been told.
  const sharing = useQuery({ ...sharingQuery(id ?? ''), enabled: false })
  return isKnown || asked.data === true || (sharing.data !== undefined && isWithOthers(sharing.data))
}

/** Whether others can have a role: as the server says of a flow (`isShared`). */
const isWithOthers = ({ people, teams, team, links }: FlowSharing): boolean =>
  people.length + teams.length > 0 || team !== null || links.some(({ role }) => role !== 'viewer')
