import type { CreateFlowRequest } from '@plimsoll/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { createFlow, fetchFlow, flowsQuery, removeFlow } from '../../shared/api/flows.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { paths } from '../../shared/config/paths.ts'
import { showUndoToast } from '../../shared/ui/undo-toast.tsx'
import { openFlow } from '../../stores/open-flow.ts'

/** Fetches a flow, fills the editor with it and goes there. */
export function useLoadFlow() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: fetchFlow,
    onSuccess: (flow) => {
      if (openFlow(flow)) navigate(paths.editor)
    },
    onError: (error) => toastFailure(error, 'Failed to load flow'),
  })
}

/** Removes a flow after taking a copy, so that the toast that says so can also undo it. */
export function useRemoveFlow() {
  const queries = useQueryClient()
  const restore = useRestoreFlow()
  return useMutation({
    mutationFn: async (id: string) => {
      const copy = await fetchFlow(id)
      return { copy, message: await removeFlow(id) }
    },
    onSuccess: ({ copy, message }) => {
      const { name, description, nodes, edges, documentVersion, simulation } = copy
      const flow = { name, description, nodes, edges, documentVersion, ...(simulation && { simulation }) }
      showUndoToast({
        message: message || 'Flow removed successfully',
        onUndo: () => restore.mutate({ removedId: copy.id, flow }),
      })
      return queries.invalidateQueries(flowsQuery)
    },
    onError: (error) => toastFailure(error, 'Failed to remove flow'),
  })
}

function useRestoreFlow() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ removedId, flow }: { removedId: string; flow: CreateFlowRequest }) =>
      createFlow(flow, `restores-${removedId}`),
    onSuccess: () => queries.invalidateQueries(flowsQuery),
    onError: (error) => toastFailure(error, 'Failed to restore flow'),
  })
}
