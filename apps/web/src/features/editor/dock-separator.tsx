import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import classes from './dock.module.css'

interface SeparatorProps {
  readonly label: string
  /** Along which the line runs. */
  readonly orientation: 'horizontal' | 'vertical'
  readonly value: number
  readonly min: number
  readonly max: number
  /** By how much an arrow key changes the value. */
  readonly step: number
  /** The value that puts the line at this point of the screen. */
  readonly valueAt: (point: { readonly clientX: number; readonly clientY: number }) => number
  /** Shows a value while the line is dragged. */
  readonly onPreview: (value: number) => void
  /** Keeps a value; null: the one that it has by default. */
  readonly onChange: (value: number | null) => void
}

/** The key that moves the line up or to the left, and the one that moves it back, with what they do to the value. */
const KEYS = {
  horizontal: { ArrowUp: -1, ArrowDown: 1 },
  vertical: { ArrowLeft: 1, ArrowRight: -1 },
} as const satisfies Record<string, Readonly<Record<string, number>>>

/** A line between two parts of the page, to be moved by the pointer or by arrow keys. A double click puts it back. */
export function Separator(props: SeparatorProps) {
  const { label, orientation, value, min, max, step, valueAt, onPreview, onChange } = props
  const [dragged, setDragged] = useState<number | null>(null)
  const bounded = (wanted: number) => Math.round(Math.min(max, Math.max(min, wanted)))

  function move(event: PointerEvent) {
    if (dragged === null) return
    const now = bounded(valueAt(event))
    setDragged(now)
    onPreview(now)
  }
  function end() {
    if (dragged !== null && dragged !== value) onChange(dragged)
    setDragged(null)
  }
  function press(event: KeyboardEvent) {
    const by = (KEYS[orientation] as Readonly<Record<string, number>>)[event.key]
    const ends: Readonly<Record<string, number>> = { Home: min, End: max }
    const wanted = by === undefined ? ends[event.key] : value + by * step
    if (wanted === undefined) return
    event.preventDefault()
    onChange(bounded(wanted))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be focused and moved is no thematic break
    <div
      role="separator"
      className={classes.separator}
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={dragged ?? bounded(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      data-dragged={dragged !== null || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(bounded(value))
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(null)}
      onKeyDown={press}
    />
  )
}
