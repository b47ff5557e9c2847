import { type FlowData, LIMITS } from '@plimsoll/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFlow, flowsQuery } from '../../../../shared/api/flows.ts'
import { toastFailure } from '../../../../shared/api/toast-failure.ts'
import { changeVersion, restoreVersion, versionsQuery } from '../../../../shared/api/versions.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import type { SavedFlow } from '../../../../stores/board.ts'
import { openFlow } from '../../../../stores/open-flow.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'

/** Saves the content of a version again, and opens it. What was not saved can be brought back. */
export function useRestoreVersion({ id, version: from }: SavedFlow, onRestored: () => void) {
  const { document } = useEditorSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (version: number) => restoreVersion(id, version, from),
    onSuccess: (flow, version) => {
      if (openFlow(document, flow, { isQuiet: true })) {
        toast.success(`Version ${version} is restored as version ${flow.version}`)
        onRestored()
      }
      void queries.invalidateQueries(flowsQuery)
      return queries.invalidateQueries(versionsQuery(id))
    },
    onError: () => queries.invalidateQueries(versionsQuery(id)),
  })
}

interface Change {
  readonly version: number
  readonly name: string
  readonly note: string
}

/** Names a version, and says what it changed. */
export function useChangeVersion(id: string) {
  const queries = useQueryClient()
  return useMutation({
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
  return useMutation({
    mutationFn: ({ content, version }: Source) => {
      const { documentVersion, nodes, edges, groups, simulation } = content
      const parts = { documentVersion, nodes, edges, ...(groups && { groups }), ...(simulation && { simulation }) }
      const flow = { name: nameOfCopy(flowName, version), description: text, ...parts }
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
