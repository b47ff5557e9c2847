import type { SaveFault } from '@plimsoll/contract'
import { Info, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Banner } from '../../../../shared/ui/banner.tsx'
import type { Trouble } from '../../../../stores/autosave/autosave-status.ts'
import { isBoardEmpty } from '../../../../stores/board.ts'
import { useAutosave, useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { isLive } from '../../state/live.ts'
import classes from './document-notices.module.css'
import { createFlowPanel } from './panel-state.ts'

const NOT_KEPT = 'Not saved on this device'
const GO_ON = 'You can go on drawing; what you save to your library is safe.'

const REASONS = {
  storage: `The browser does not let us store anything here just now; we try again every 10 seconds. ${GO_ON}`,
  full: `There is no room left; we try again every 10 seconds. ${GO_ON}`,
  owner: `The server has not said yet who is signed in; we keep asking. ${GO_ON}`,
  outdated: 'A newer version of this page is open in another tab. Save what you drew, then load this page anew.',
} as const satisfies Record<Trouble, string>

const NO_VERSION = {
  storage: 'the storage of its owner is full. Once there is room, it is saved by itself',
  'too-large': 'it is larger than a flow may be. Shorten its texts, or divide it',
  failed: 'the server could not save it. It tries again by itself, and Save tries at once',
} as const satisfies Record<SaveFault, string>

interface Notice {
  readonly title: string
  readonly text: string
  readonly variant: 'warning' | 'info'
}

/** What one should know of how the document is kept, for as long as it holds; on the rail as one sign that unfolds the panel. */
export function DocumentNotices({ look }: { look: 'panel' | 'rail' }) {
  const notices = useNotices()
  const [first] = notices
  if (!first) return null
  if (look === 'rail') return <Sign notice={first} />
  return (
    <div className={classes.notices}>
      {notices.map(({ title, text, variant }) => (
        <Banner key={title} variant={variant}>
          <strong>{title}</strong>
          <p>{text}</p>
          {title === NOT_KEPT && text === REASONS.outdated && (
            <button type="button" className={classes.reload} onClick={() => location.reload()}>
              Reload
            </button>
          )}
        </Banner>
      ))}
    </div>
  )
}

function Sign({ notice: { title, variant } }: { notice: Notice }) {
  const session = useEditorSession()
  const Icon = variant === 'warning' ? TriangleAlert : Info
  return (
    <button
      type="button"
      className={classes.sign}
      data-variant={variant}
      aria-label={title}
      title={title}
      onClick={() => session.stateOf(createFlowPanel).setState({ open: true })}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}

function useNotices(): readonly Notice[] {
  const { trouble, isOpenElsewhere, isSavedElsewhere } = useAutosave((status) => status)
  const { live } = useEditorSession()
  const isShared = useStore(live, isLive)
  const saveFault = useStore(live, (state) => state.saveFault)
  const isEmpty = useDocument(({ flow, saved }) => saved === null && isBoardEmpty(flow))
  const notices: Notice[] = []
  // Who has drawn nothing yet has nothing to lose while the server is slow to say who they are.
  if (trouble !== null && !(trouble === 'owner' && isEmpty))
    notices.push({ title: NOT_KEPT, text: REASONS[trouble], variant: 'warning' })
  if (saveFault)
    notices.push({
      title: 'Not in a saved version yet',
      text: `What is drawn here is kept in the shared document, but not yet as a version of the flow: ${NO_VERSION[saveFault]}.`,
      variant: 'warning',
    })
  // Tabs in which a flow is drawn together show the same.
  if (isShared) return notices
  if (isSavedElsewhere)
    notices.push({
      title: 'Saved in another tab',
      text: 'This flow was saved elsewhere after you opened it here. When you save, you choose which one stays.',
      variant: 'warning',
    })
  else if (isOpenElsewhere)
    notices.push({
      title: 'Open in another tab',
      text: 'This flow is open in another tab, too. Each keeps its own changes; neither overwrites the other unasked.',
      variant: 'info',
    })
  return notices
}
