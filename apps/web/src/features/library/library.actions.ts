import { type ChangeTagsRequest, type FlowData, LIMITS } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { asRequestError } from '../../shared/api/client.ts'
import {
  binQuery,
  changeTags,
  createFlow,
  deleteRemovedFlow,
  emptyBin,
  fetchFlow,
  flowsQuery,
  rememberOpening,
  removeFlow,
  restoreFlow,
  updateFlow,
} from '../../shared/api/flows.ts'
import { leaveFlow } from '../../shared/api/sharing.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { saveFile } from '../../shared/files/save-file.ts'
import { tellRole } from '../../shared/sharing/tell-role.ts'
import { counted } from '../../shared/text/counted.ts'
import { toast } from '../../shared/ui/toast.ts'
import { showUndoToast } from '../../shared/ui/undo-toast.tsx'
import { copyName } from './copy-name.ts'
import { importFlows, readExport } from './import-flows.ts'

/** Fetches a flow, fills the editor with it and goes there. */
export function useLoadFlow() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useSubmission({
    mutationFn: async (id: string) => {
      const [flow, openInPage] = await Promise.all([fetchFlow(id), loadOpening()])
      return { flow, openInPage }
    },
    onSuccess: ({ flow, openInPage }) => {
      if (!openInPage(flow)) return
      tellRole(flow)
      navigate(paths.editor)
      void rememberOpening(queries, flow.id)
    },
    onError: (error) => {
      toastFailure(error, 'Failed to load flow')
      return queries.invalidateQueries(flowsQuery)
    },
  })
}

/** The document, with the catalog that it needs, is loaded only when a flow is opened: the list does without. */
const loadOpening = () => import('./open-in-page.ts').then(({ openInPage }) => openInPage)

/** Moves flows into the bin; the toast that says so can also undo it. */
export function useRemoveFlows() {
  const restore = useRestoreFlows()
  const refresh = useRefresh()
  return useSubmission({
    mutationFn: async (ids: readonly string[]) => {
      const { done, failures } = await forEach(ids, removeFlow)
      const [message = ''] = done.map(({ result }) => result)
      return { removed: done.map(({ id }) => id), message, failures }
    },
    onSuccess: ({ removed, message, failures }) => {
      const said = removed.length === 1 ? message || 'Flow removed successfully' : `${removed.length} flows removed`
      if (removed.length > 0) showUndoToast({ message: said, onUndo: () => restore.mutate(removed) })
      for (const error of failures.slice(0, 1)) toastFailure(error, 'Failed to remove flow')
    },
    // Also after a failure: the flow may be gone already.
    onSettled: refresh,
  })
}

/** Puts flows from the bin back into the library, and says so where there is something to say. */
export function useRestoreFlows(said?: string) {
  const refresh = useRefresh()
  return useSubmission({
    mutationFn: async (ids: readonly string[]) => {
      const { done, failures } = await forEach(ids, restoreFlow)
      if (said && done.length > 0) toast.success(said)
      for (const error of failures.slice(0, 1)) toastFailure(error, 'Failed to restore flow')
    },
    onSettled: refresh,
  })
}

/** Deletes a flow of the bin for good; null: all of them. With the dialog that may ask first who is there. */
export function useDeleteForGood(id: string | null) {
  const refresh = useRefresh()
  const { confirmed, dialog } = useConfirmation()
  const deletion = useSubmission({
    mutationFn: () => confirmed(() => (id === null ? emptyBin() : deleteRemovedFlow(id))),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toastFailure(error),
    onSettled: refresh,
  })
  return { deletion, dialog }
}

/** Gives up one's own part in a flow of another. */
export function useLeaveFlow() {
  const refresh = useRefresh()
  return useSubmission({
    mutationFn: leaveFlow,
    onSuccess: (message) => toast.success(message),
    onError: (error) => toastFailure(error),
    onSettled: refresh,
  })
}

/** Gives a flow another name, as a version of its own. */
export function useRenameFlow() {
  const refresh = useRefresh()
  return useSubmission({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const { version, ...flow } = await fetchFlow(id)
      return updateFlow(id, { ...contentOf(flow), name, version })
    },
    onSuccess: () => toast.success('Flow renamed'),
    onError: (error) => toastFailure(error),
    onSettled: refresh,
  })
}

/** Saves a flow once more under another name. */
export function useDuplicateFlow() {
  const refresh = useRefresh()
  return useSubmission({
    mutationFn: async (id: string) => {
      const flow = await fetchFlow(id)
      return createFlow({ ...contentOf(flow), name: copyName(flow.name) }, crypto.randomUUID())
    },
    onSuccess: ({ name }) => toast.success(`Saved as “${name}”`),
    onError: (error) => toastFailure(error),
    onSettled: refresh,
  })
}

/** Saves flows as one file, which the library imports again. */
export function useExportFlows() {
  return useSubmission({
    mutationFn: async (ids: readonly string[]) => {
      const { done, failures } = await forEach(ids, fetchFlow)
      for (const error of failures.slice(0, 1)) throw error
      return done.map(({ result }) => result)
    },
    onSuccess: (flows) => {
      const text = JSON.stringify({ data: { flows } }, null, 2)
      saveFile(new Blob([text], { type: 'application/json' }), 'plimsoll-flows.json')
      toast.success(`Exported ${flows.length === 1 ? '1 flow' : `${flows.length} flows`}`)
    },
    onError: (error) => toastFailure(error),
  })
}

/** Adds the flows of an export, with their tags, and says what became of them. */
export function useImportFlows() {
  const refresh = useRefresh()
  const queries = useQueryClient()
  return useSubmission({
    mutationFn: async (file: File) => {
      const exported = readExport(await file.text())
      if (!exported) return null
      const present = await queries.fetchQuery({ ...flowsQuery, staleTime: 0 })
      return importFlows(exported, {
        present: new Set(present.map(({ id }) => id)),
        save: async (flow) => (await createFlow(contentOf(flow), `import ${flow.id} ${flow.version}`)).id,
        addTag: (tag, flows) => tagFlows({ flows: [...flows], add: [tag], remove: [] }),
      })
    },
    onSuccess: (imported, file) => {
      if (!imported) return void toast.error(`“${file.name}” is not an export of flows`)
      const { added, alreadyThere, failures } = imported
      const there = alreadyThere > 0 ? `, ${counted(alreadyThere, 'flow')} already there` : ''
      const [first] = failures
      const message = `${counted(added, 'flow')} imported${there}`
      if (!first) return void toast.success(message)
      toast.error(
        `${message}. ${counted(failures.length, 'flow')} could not be imported: “${first.name}”: ${asRequestError(first.error).message}`,
      )
    },
    onError: (error) => toastFailure(error),
    onSettled: refresh,
  })
}

/** Gives a tag to flows, or takes it from them. */
export function useChangeTags() {
  const refresh = useRefresh()
  return useSubmission({
    mutationFn: tagFlows,
    onSuccess: (_, { flows, add, remove }) => {
      const count = flows.length === 1 ? '1 flow' : `${flows.length} flows`
      toast.success(add.length > 0 ? `“${add[0]}” added to ${count}` : `“${remove[0]}” removed from ${count}`)
    },
    onError: (error) => toastFailure(error, Object.values(asRequestError(error).errors ?? {})[0]),
    onSettled: refresh,
  })
}

async function tagFlows({ flows, ...change }: ChangeTagsRequest): Promise<void> {
  for (let from = 0; from < flows.length; from += LIMITS.taggedAtOnce)
    await changeTags({ ...change, flows: flows.slice(from, from + LIMITS.taggedAtOnce) })
}

/** What is saved of a flow beside its name. */
const contentOf = ({
  name,
  description,
  documentVersion,
  nodes,
  edges,
  groups,
  slides,
  simulation,
}: Omit<FlowData, 'version'>) => ({
  ...{ name, description, documentVersion, nodes, edges },
  ...(groups && { groups }),
  ...(slides && { slides }),
  ...(simulation && { simulation }),
})

/** One after the other: a server that is asked for hundreds at once would refuse some. */
async function forEach<Result>(ids: readonly string[], act: (id: string) => Promise<Result>) {
  const done: { id: string; result: Result }[] = []
  const failures: unknown[] = []
  for (const id of ids) {
    try {
      done.push({ id, result: await act(id) })
    } catch (error) {
      failures.push(error)
    }
  }
  return { done, failures }
}

/** Has the lists of the library and the bin fetched again. */
function useRefresh() {
  const queries = useQueryClient()
  return () => Promise.all([queries.invalidateQueries(flowsQuery), queries.invalidateQueries(binQuery)])
}
