import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { binQuery, fetchFlow, flowsQuery, removeFlow, restoreFlow } from '../../shared/api/flows.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
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

/** Moves a flow into the bin; the toast that says so can also undo it. */
export function useRemoveFlow() {
  const restore = useRestoreFlow()
  const refresh = useRefresh()
  return useSubmission({
    mutationFn: async (id: string) => ({ id, message: (await removeFlow(id)) || 'Flow removed successfully' }),
    onSuccess: ({ id, message }) => showUndoToast({ message, onUndo: () => restore.mutate(id) }),
    onError: (error) => toastFailure(error, 'Failed to remove flow'),
    // Also after a failure: the flow may be gone already.
    onSettled: refresh,
  })
}

/** Puts a flow from the bin back into the library. */
export function useRestoreFlow() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: restoreFlow,
    onError: (error) => toastFailure(error, 'Failed to restore flow'),
    onSettled: refresh,
  })
}

/** Has the lists of the library and the bin fetched again. */
function useRefresh() {
  const queries = useQueryClient()
  return () => Promise.all([queries.invalidateQueries(flowsQuery), queries.invalidateQueries(binQuery)])
}
