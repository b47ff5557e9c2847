import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import classes from './common/section.module.css'
import { type SectionTitle, useSimulationPanel } from './panel-state.ts'

/** A part of the panel that folds away; what is folded away is not drawn. */
export function Section({ title, children }: { title: SectionTitle; children: ReactNode }) {
  const isOpen = useSimulationPanel((panel) => panel[title] !== false)
  const body = useId()
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => useSimulationPanel.setState({ [title]: !isOpen })}
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
