import { type FlowData, LIMITS } from '@plimsoll/contract'
import { parseFlow, withUnchanged } from '@plimsoll/flow'
import { useQueryClient } from '@tanstack/react-query'
import { createFlow, flowsQuery, updateFlow } from '../../../../shared/api/flows.ts'
import { toastFailure } from '../../../../shared/api/toast-failure.ts'
import { useSubmission } from '../../../../shared/api/use-submission.ts'
import { changeVersion, restoreVersion, versionQuery, versionsQuery } from '../../../../shared/api/versions.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import type { SavedFlow } from '../../../../stores/board.ts'
import { openFlow } from '../../../../stores/open-flow.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { isOnServer } from '../../session/live-save.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'

/** Saves the content of a version again, and opens it. What was not saved can be brought back. */
export function useRestoreVersion(saved: SavedFlow, onRestored: () => void) {
  const session = useEditorSession()
  const queries = useQueryClient()
  const { id } = saved

  /** Gives back the version that it became; null where it cannot be read. */
  async function restore(version: number): Promise<number | null> {
    if (await isOnServer(session))
      return restoreTogether(session, saved, await queries.fetchQuery(versionQuery(id, version)))
    const flow = await restoreVersion(id, version, saved.version)
    return openFlow(session.document, flow, { isQuiet: true }) ? flow.version : null
  }

  return useSubmission({
    mutationFn: restore,
    onSuccess: (restored, version) => {
      if (restored !== null) {
        toast.success(`Version ${version} is restored as version ${restored}`)
        onRestored()
      }
      void queries.invalidateQueries(flowsQuery)
      return queries.invalidateQueries(versionsQuery(id))
    },
    onError: () => queries.invalidateQueries(versionsQuery(id)),
  })
}

/** Where others draw, too, a version is restored by a change like any other, which everybody sees and undo takes back. */
async function restoreTogether(session: EditorSession, saved: SavedFlow, content: FlowData): Promise<number | null> {
  const parsed = parseFlow(content)
  if (!parsed.ok) return null
  const { document } = session
  document.getState().dispatch({ type: 'load', flow: withUnchanged(document.getState().flow, parsed.flow) })
  if (!(await isOnServer(session))) return null
  const { id, name, description } = document.getState().saved ?? saved
  const { flow } = document.getState()
  const note = `Version ${content.version} restored`
  const { version } = await updateFlow(id, {
    name,
    description,
    ...contentOf(content),
    note,
    version: saved.version,
    live: true,
  })
  if (document.getState().saved?.id === id)
    document.getState().markSaved({ ...saved, name, description, version }, flow)
  return version
}

/** What is saved of a version beside its name. */
const contentOf = ({ documentVersion, nodes, edges, groups, slides, simulation }: FlowData) => ({
  ...{ documentVersion, nodes, edges },
  ...(groups && { groups }),
  ...(slides && { slides }),
  ...(simulation && { simulation }),
})

interface Change {
  readonly version: number
  readonly name: string
  readonly note: string
}

/** Names a version, and says what it changed. */
export function useChangeVersion(id: string) {
  const queries = useQueryClient()
  return useSubmission({
    mutationFn: ({ version, ...change }: Change) => changeVersion(id, version, change),
    onSuccess: () => queries.invalidateQueries(versionsQuery(id)),
  })
}

interface Source {
  readonly content: FlowData
  readonly version: number
}

/** Saves a version as a flow of its own. */
export function useDuplicateVersion({ name: flowName, description: text }: SavedFlow) {
  const queries = useQueryClient()
  return useSubmission({
    mutationFn: ({ content, version }: Source) => {
      const flow = { name: nameOfCopy(flowName, version), description: text, ...contentOf(content) }
      return createFlow(flow, crypto.randomUUID())
    },
    onSuccess: ({ name }) => {
      toast.success(`Saved as “${name}”`)
      return queries.invalidateQueries(flowsQuery)
    },
    onError: (error) => toastFailure(error),
  })
}

/** Within the limit; lengths are in code points. */
function nameOfCopy(name: string, version: number): string {
  const end = ` (version ${version})`
  return `${[...name.trim()]
    .slice(0, LIMITS.flowName - end.length)
    .join('')
    .trimEnd()}${end}`
}
