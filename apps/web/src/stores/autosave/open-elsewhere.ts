import type { StoreApi } from 'zustand/vanilla'
import type { SavedFlow } from '../board.ts'
import type { AutosaveStatus } from './autosave-status.ts'
import type { FlowWatch } from './flow-watch.ts'
import type { TabChannel } from './tab-channel.ts'

interface OpenElsewhereOptions {
  readonly channel: TabChannel
  readonly watchFlow: FlowWatch
  readonly status: Pick<StoreApi<AutosaveStatus>, 'setState'>
  /** The flow of the library that is open. */
  readonly openFlow: () => SavedFlow | null
}

/** Keeps in the status whether other tabs have the open flow of the library, too, and tells them when it is saved here. */
export function createOpenElsewhere({ channel, watchFlow, status, openFlow }: OpenElsewhereOptions) {
  let watched: string | null = null
  let stop = () => {}

  /** Watches the open flow for this user; null: for nobody. */
  function follow(owner: string | null): void {
    const flow = owner === null ? null : (openFlow()?.id ?? null)
    if (flow === watched) return
    stop()
    stop = () => {}
    watched = flow
    status.setState({ isOpenElsewhere: false, isSavedElsewhere: false })
    if (owner === null || flow === null) return
    stop = watchFlow(`${owner}-${flow}`, (isOpenElsewhere) => flow === watched && status.setState({ isOpenElsewhere }))
  }

  /** Tells other tabs that the open flow has a new version, if it has. */
  function tellVersion(before: SavedFlow | null): void {
    const saved = openFlow()
    if (saved === null) return
    if (saved.id === before?.id && saved.version === before.version) return
    status.setState({ isSavedElsewhere: false })
    channel.post({ kind: 'saved', flow: saved.id, version: saved.version })
  }

  channel.subscribe({
    saved: ({ flow, version }) => {
      const saved = openFlow()
      if (saved?.id === flow && version > saved.version) status.setState({ isSavedElsewhere: true })
    },
  })

  return { follow, tellVersion }
}
