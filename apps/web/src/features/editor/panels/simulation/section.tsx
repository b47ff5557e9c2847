import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './common/section.module.css'
import { createSimulationPanel, type SectionTitle } from './panel-state.ts'

/** A part of the panel that folds away; what is folded away is not drawn. */
export function Section({ title, children }: { title: SectionTitle; children: ReactNode }) {
  const session = useEditorSession()
  const isOpen = useStore(session.stateOf(createSimulationPanel), (panel) => panel[title] !== false)
  const body = useId()
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => session.stateOf(createSimulationPanel).setState({ [title]: !isOpen })}
        >
          <ChevronRight size={14} aria-hidden="true" className={classes.chevron} />
          {title}
        </button>
      </h3>
      <div id={body} hidden={!isOpen} className={classes.body}>
        {isOpen && children}
      </div>
    </section>
  )
}
