import { useDiagram } from '../diagram.ts'
import { useKeeping } from './autosave-status.ts'
import { OutdatedError } from './draft-database.ts'
import { BOARD_SCHEMA } from './draft-record.ts'
import { noteTrouble } from './draft-writer.ts'
import { followTabs, tellBeginning, tellTabs } from './tab-channel.ts'
import { holdFlow } from './tab-locks.ts'

let letGo = () => {}
let held: string | null = null

/** Says whether another tab has the open flow of the library, too, and tells other tabs when it is saved here. */
export function followOpenFlow(owner: string | null): void {
  const saved = owner === null ? null : useDiagram.getState().saved
  const flow = saved?.id ?? null
  if (flow === held) return
  letGo()
  letGo = () => {}
  held = flow
  useKeeping.setState({ isOpenElsewhere: false, isSavedElsewhere: false })
  if (owner === null || flow === null) return
  letGo = holdFlow(`${owner}-${flow}`, (isOpenElsewhere) => flow === held && useKeeping.setState({ isOpenElsewhere }))
}

/** Tells other tabs that the open flow has a new version, if it has. */
export function tellVersion(before: ReturnType<typeof useDiagram.getState>['saved']): void {
  const { saved } = useDiagram.getState()
  if (saved === null) return
  if (saved.id === before?.id && saved.version === before.version) return
  useKeeping.setState({ isSavedElsewhere: false })
  tellTabs({ kind: 'saved', flow: saved.id, version: saved.version })
}

followTabs({
  began: ({ schema }) => {
    if (schema > BOARD_SCHEMA) noteTrouble(new OutdatedError())
    else if (schema < BOARD_SCHEMA) tellBeginning()
  },
  saved: ({ flow, version }) => {
    const { saved } = useDiagram.getState()
    if (saved?.id === flow && version > saved.version) useKeeping.setState({ isSavedElsewhere: true })
  },
})
tellBeginning()
