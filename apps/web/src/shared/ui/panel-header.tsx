import {
  PanelBottomClose,
  PanelBottomOpen,
  PanelLeftClose,
  PanelLeftOpen,
  PanelRightClose,
  PanelRightOpen,
} from 'lucide-react'
import type { ReactNode } from 'react'
import iconButton from './icon-button.module.css'
import classes from './panel-header.module.css'

const SIGNS = {
  left: { open: PanelLeftClose, folded: PanelLeftOpen },
  right: { open: PanelRightClose, folded: PanelRightOpen },
  bottom: { open: PanelBottomClose, folded: PanelBottomOpen },
} as const

interface PanelHeaderProps {
  readonly title: string
  /** Towards which it folds. */
  readonly side: keyof typeof SIGNS
  readonly open: boolean
  readonly onFold: () => void
  /** What stands between the name and the button while the panel is open. */
  readonly children?: ReactNode
}

/** The head of a panel that folds to a rail: its name while it is open, and the button that folds it. */
export function PanelHeader({ title, side, open, onFold, children }: PanelHeaderProps) {
  const Sign = SIGNS[side][open ? 'open' : 'folded']
  return (
    <header className={classes.root} data-open={open}>
      {open && <h2 className={classes.title}>{title}</h2>}
      {open && children}
      <button
        type="button"
        className={iconButton.small}
        aria-label={`${open ? 'Collapse' : 'Expand'} ${title}`}
        aria-expanded={open}
        onClick={onFold}
      >
        <Sign size={16} aria-hidden="true" />
      </button>
    </header>
  )
}
