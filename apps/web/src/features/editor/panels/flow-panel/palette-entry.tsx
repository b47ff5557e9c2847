import { type ReactNode, useId } from 'react'
import { type Entry, setEntry } from '../../tools/add/dragged-entry.ts'
import classes from './palette.module.css'

interface PaletteEntryProps {
  readonly label: string
  readonly caption: string
  readonly icon: ReactNode
  readonly entry: Entry
  readonly look: 'panel' | 'rail'
  readonly onAdd: () => void
}

/** One thing to draw with. The caption lies on its button but is no part of it: the name is the label alone. */
export function PaletteEntry({ label, caption, icon, entry, look, onAdd }: PaletteEntryProps) {
  const captionId = useId()
  return (
    <li className={classes.entry}>
      <button
        type="button"
        draggable
        className={classes.button}
        aria-describedby={captionId}
        title={look === 'rail' ? label : undefined}
        onDragStart={(event) => setEntry(event, entry)}
        onClick={onAdd}
      >
        {icon}
        <span className={look === 'panel' ? undefined : 'visually-hidden'}>{label}</span>
      </button>
      <span id={captionId} className={look === 'panel' ? classes.caption : 'visually-hidden'}>
        {caption}
      </span>
    </li>
  )
}
