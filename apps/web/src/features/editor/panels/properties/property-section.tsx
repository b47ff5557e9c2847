import type { SectionId } from '@plimsoll/catalog'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useOpenSection } from './open-sections.ts'
import classes from './property-section.module.css'

interface PropertySectionProps {
  readonly id: SectionId
  readonly title: string
  readonly position: number
  readonly children: () => ReactNode
}

/** A group of properties that folds away; what is folded away is not drawn. */
export function PropertySection({ id, title, position, children }: PropertySectionProps) {
  const [open, toggle] = useOpenSection(id, position)
  const groupId = useId()
  return (
    <div className={classes.root}>
      <h3 className={classes.heading}>
        <button type="button" className={classes.toggle} aria-expanded={open} aria-controls={groupId} onClick={toggle}>
          <ChevronRight size={14} aria-hidden="true" className={classes.chevron} />
          {title}
        </button>
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and a layout of its own */}
      <div id={groupId} role="group" aria-label={`${title} properties`} hidden={!open} className={classes.fields}>
        {open && children()}
      </div>
    </div>
  )
}
