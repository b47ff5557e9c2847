import type { ChangeVersionRequest } from '@plimsoll/contract'
import type { CapacityReport, DesignReport } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'
import { hasUnsavedChanges } from '../../../../stores/diagram.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { isStale } from './is-stale.ts'

type Figures = Pick<ChangeVersionRequest, 'p99Ms' | 'capacityRps' | 'costPerHour'>

/** Keeps figures with a version of a flow of the library. */
export type KeepWithVersion = (id: string, version: number, figures: Figures) => Promise<unknown>

export const figuresOfRun = ({ figures }: DesignReport): Figures => ({
  p99Ms: figures.response.p99?.mean ?? null,
  costPerHour: figures.costPerHour?.mean ?? null,
})

export const figuresOfCapacity = ({ capacityRps }: CapacityReport): Figures => ({
  capacityRps: capacityRps?.mean ?? null,
})

/** Keeps what was found last of a design with the version that has it: now, or once it is saved. */
export function createFigureKeeper(
  { document, onDispose }: Pick<EditorSession, 'document' | 'onDispose'>,
  keepWithVersion: KeepWithVersion,
) {
  let found: { readonly flow: Flow; readonly figures: Figures } | null = null
  let keptWith: string | null = null

  function keep(): void {
    const state = document.getState()
    const { saved, flow } = state
    if (found === null || saved === null || hasUnsavedChanges(state) || isStale(found.flow, flow)) return
    // What is drawn together counts as saved before it is a version, and becomes one without this page.
    if (saved.isShared) return
    const version = `${saved.id} ${saved.version}`
    if (keptWith === version) return
    keptWith = version
    // Where the flow was removed meanwhile, the figures are on this page alone.
    void keepWithVersion(saved.id, saved.version, found.figures).catch(() => {})
  }

  onDispose(document.subscribe((state, before) => state.savedContent === before.savedContent || keep()))
  return (flow: Flow, figures: Figures): void => {
    found = { flow, figures: found !== null && !isStale(found.flow, flow) ? { ...found.figures, ...figures } : figures }
    keptWith = null
    keep()
  }
}
