import type { CreateFlowRequest } from '@plimsoll/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { asRequestError } from '../../shared/api/client.ts'
import { createFlow, fetchFlow, flowsQuery, removeFlow } from '../../shared/api/flows.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
import { toast } from '../../shared/ui/toast.ts'
import { showUndoToast } from '../../shared/ui/undo-toast.tsx'

/** Fetches a flow, fills the editor with it and goes there. */
export function useLoadFlow() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const [flow, openInPage] = await Promise.all([fetchFlow(id), loadOpening()])
      return { flow, openInPage }
    },
    onSuccess: ({ flow, openInPage }) => {
      if (openInPage(flow)) navigate(paths.editor)
    },
    onError: (error) => {
      toastFailure(error, 'Failed to load flow')
      return queries.invalidateQueries(flowsQuery)
    },
  })
}

/** The document, with the catalog that it needs, is loaded only when a flow is opened: the list does without. */
const loadOpening = () => import('./open-in-page.ts').then(({ openInPage }) => openInPage)

/**
 * Removes a flow after taking a copy, so that the toast that says so can also undo it. One that the server cannot read any more goes
 * without.
 */
export function useRemoveFlow() {
  const queries = useQueryClient()
  const restore = useRestoreFlow()
  return useSubmission({
    mutationFn: async (id: string) => {
      const copy = await copyOf(id)
      return { copy, message: (await removeFlow(id)) || 'Flow removed successfully' }
    },
    onSuccess: ({ copy, message }) => {
      if (copy === null) return void toast.success(message)
      const { id: removedId, version: _, createdAt: __, updatedAt: ___, ...flow } = copy
      showUndoToast({
        message,
        onUndo: () => restore.mutate({ removedId, flow }),
      })
    },
    onError: (error) => toastFailure(error, 'Failed to remove flow'),
    // Also after a failure: the flow may be gone already.
    onSettled: () => queries.invalidateQueries(flowsQuery),
  })
}

/** What the server answers for a flow that it does not have, or cannot read. */
const NO_COPY: readonly (number | undefined)[] = [404, 500]

async function copyOf(id: string) {
  try {
    return await fetchFlow(id)
  } catch (error) {
    if (NO_COPY.includes(asRequestError(error).status)) return null
    throw error
  }
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
