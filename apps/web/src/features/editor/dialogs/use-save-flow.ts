import type { SaveFlowForm } from '@plimsoll/contract'
import { DOCUMENT_VERSION, type Flow } from '@plimsoll/flow'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createFlow, flowsQuery, updateFlow } from '../../../shared/api/flows.ts'
import { toast } from '../../../shared/ui/toast.ts'
import { useDiagram } from '../../../stores/diagram.ts'
import { uniqueText } from '../unique-text.ts'

interface Save extends SaveFlowForm {
  /** `open` writes over the flow that is open, from the version that it was opened in. */
  readonly target: 'new' | 'open'
}

/** Stores the board as it is now. The same thing tried again, by a second press or after a lost answer, makes one flow. */
export function useSaveFlow() {
  const queries = useQueryClient()
  const keyFor = useKeys()
  return useMutation({
    mutationFn: async ({ name, description, target }: Save) => {
      const { flow, saved } = useDiagram.getState()
      const body = {
        name,
        description,
        documentVersion: DOCUMENT_VERSION,
        nodes: [...flow.nodes],
        edges: [...flow.edges],
        ...(flow.groups && { groups: [...flow.groups] }),
        ...(flow.simulation && { simulation: { ...flow.simulation } }),
      }
      const stored =
        target === 'open' && saved
          ? await updateFlow(saved.id, { ...body, version: saved.version })
          : await createFlow(body, keyFor(flow, name, description))
      return { flow, stored }
    },
    onSuccess: ({ flow, stored: { id, name, description, version } }) => {
      useDiagram.getState().markSaved({ id, name, description, version }, flow)
      toast.success('Flow saved successfully!')
      return queries.invalidateQueries(flowsQuery)
    },
  })
}

/** A key that stays while what is saved stays; other content under the same key would be refused. */
function useKeys() {
  const last = useRef<{ content: readonly [Flow, string, string]; key: string } | null>(null)
  return (...content: [flow: Flow, name: string, description: string]): string => {
    const isSame = last.current?.content.every((part, index) => part === content[index])
    if (!last.current || !isSame) last.current = { content, key: uniqueText(24) }
    return last.current.key
  }
}
