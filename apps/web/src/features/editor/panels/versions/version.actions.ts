import { type FlowData, LIMITS } from '@plimsoll/contract'
import { parseFlow } from '@plimsoll/flow'
import { useQueryClient } from '@tanstack/react-query'
import { createFlow, flowsQuery } from '../../../../shared/api/flows.ts'
import { toastFailure } from '../../../../shared/api/toast-failure.ts'
import { useSubmission } from '../../../../shared/api/use-submission.ts'
import { changeVersion, restoreVersion, versionQuery, versionsQuery } from '../../../../shared/api/versions.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import { showUndoToast } from '../../../../shared/ui/undo-toast.tsx'
import type { SavedFlow } from '../../../../stores/board.ts'
import { openFlow } from '../../../../stores/open-flow.ts'
import { isOnServer } from '../../session/live-save.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'

/** Saves the content of a version again, and opens it. What was not saved can be brought back. */
export function useRestoreVersion(saved: SavedFlow, onRestored: () => void) {
  const session = useEditorSession()
  const queries = useQueryClient()
  const { id } = saved

  const refresh = () => {
    void queries.invalidateQueries(flowsQuery)
    return queries.invalidateQueries(versionsQuery(id))
  }

  /** Gives back whether it is open now. */
  async function restore(version: number): Promise<boolean> {
    if (await isOnServer(session)) return restoreTogether(version)
    const flow = await restoreVersion(id, version, { version: saved.version })
    const isOpen = openFlow(session.document, flow, { isQuiet: true })
    if (isOpen) toast.success(restoredText(version, flow.version))
    return isOpen
  }

  /** Where it is drawn together the content comes as a change of the shared document. */
  async function restoreTogether(version: number): Promise<true> {
    const flow = await restoreVersion(id, version, { version: saved.version, live: true })
    const { version: restored, replaced = restored - 1 } = flow
    const { saved: open, receive } = session.document.getState()
    if (open?.id === id) {
      receive({ saved: { ...open, version: restored } })
      session.live.setState({ replaced })
    }
    void noteStep(replaced, restored).catch(() => {})
    showUndoToast({
      message: `${restoredText(version, restored)}. What was there before is version ${replaced}.`,
      onUndo: () => void restoreTogether(replaced).then(refresh, toastFailure),
    })
    return true
  }

  /** Undo takes the restore back, too; where a version cannot be had, only the toast does. */
  async function noteStep(...versions: readonly [from: number, to: number]): Promise<void> {
    const contents = await Promise.all(versions.map((version) => queries.fetchQuery(versionQuery(id, version))))
    const [from, to] = contents.map(parseFlow)
    const { saved: open, note } = session.document.getState()
    if (open?.id === id && from?.ok && to?.ok) note({ from: from.flow, to: to.flow })
  }

  return useSubmission({
    mutationFn: restore,
    onSuccess: (isOpen) => {
      if (isOpen) onRestored()
      return refresh()
    },
    onError: () => queries.invalidateQueries(versionsQuery(id)),
  })
}

const restoredText = (version: number, as: number) => `Version ${version} is restored as version ${as}`

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
