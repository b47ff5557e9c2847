import { type ReactNode, useId } from 'react'
import { type Entry, setEntry } from '../canvas/dragged-entry.ts'
import classes from './palette.module.css'

interface PaletteEntryProps {
  readonly label: string
  readonly caption: string
  readonly icon: ReactNode
  readonly entry: Entry
  readonly look: 'panel' | 'rail'
  readonly onAdd: () => void
}

/** One thing to draw with. Its name is its label alone; the caption describes it. */
export function PaletteEntry({ label, caption, icon, entry, look, onAdd }: PaletteEntryProps) {
  const id = useId()
  return (
    <li>
      <button
        type="button"
        draggable
        className={classes.entry}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-caption`}
        title={look === 'rail' ? label : undefined}
        data-palette-entry=""
        onDragStart={(event) => setEntry(event, entry)}
        onClick={onAdd}
      >
        {icon}
        <span className={look === 'panel' ? classes.text : 'visually-hidden'}>
          <span id={`${id}-label`} className={classes.label}>
            {label}
          </span>
          <span id={`${id}-caption`} className={classes.caption}>
            {caption}
          </span>
        </span>
      </button>
    </li>
  )
}
