import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useFlowPanel } from '../layout/flow-panel-state.ts'
import { BoardActions } from './board-actions.tsx'
import classes from './flow-panel.module.css'
import { Palette } from './palette.tsx'

/** What the board is filled with and where it is kept; folds to a rail that keeps the commands and the components. */
export function FlowPanel() {
  const { open } = useFlowPanel()
  const look = open ? 'panel' : 'rail'
  const Fold = open ? PanelLeftClose : PanelLeftOpen
  return (
    <section className={classes.root} data-look={look} aria-label="Flow Panel">
      <header className={classes.header}>
        {open && <h2 className={classes.title}>Flow Panel</h2>}
        <button
          type="button"
          className={classes.fold}
          aria-label={open ? 'Collapse Flow Panel' : 'Expand Flow Panel'}
          aria-expanded={open}
          onClick={() => useFlowPanel.setState({ open: !open })}
        >
          <Fold size={16} aria-hidden="true" />
        </button>
      </header>
      <BoardActions look={look} />
      <Palette look={look} />
    </section>
  )
}
