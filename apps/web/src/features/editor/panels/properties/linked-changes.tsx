import type { PanelField } from '@plimsoll/catalog'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { MIXED } from './fields/field.ts'
import { rowOf } from './selected-elements.ts'

const FLASH: Keyframe[] = [{ background: 'var(--accent-soft)' }, { background: 'transparent' }]

interface LinkedChangesProps {
  readonly fields: readonly PanelField[]
  readonly rows: RefObject<HTMLElement | null>
}

/** Shows and says which other properties changed along with the one being edited. */
export function LinkedChanges({ fields, rows }: LinkedChangesProps) {
  const previous = useRef(fields)
  const [said, setSaid] = useState('')

  useEffect(() => {
    const before = new Map(previous.current.map((field) => [field.name, field]))
    if (previous.current === fields) return
    previous.current = fields
    const edited = rowOf(document.activeElement)?.dataset.property
    const changed = fields.filter((field) => {
      const past = before.get(field.name)
      return field.name !== edited && past !== undefined && !isSame(past, field)
    })
    const names = new Set(changed.map(({ name }) => name))
    for (const row of rows.current?.querySelectorAll<HTMLElement>('[data-property]') ?? []) {
      if (names.has(row.dataset.property ?? '')) flash(row)
    }
    setSaid(changed.map((field) => `${field.property.label}: ${inWords(field)}`).join(', '))
  }, [fields, rows])

  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  )
}

const isSame = (a: PanelField, b: PanelField): boolean =>
  (a.value === b.value || String(a.value) === String(b.value)) && a.isMixed === b.isMixed

function flash(row: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  row.animate(FLASH, { duration: 600, easing: 'ease-out' })
}

function inWords({ value, options }: PanelField): string {
  if (value === undefined) return MIXED.toLowerCase()
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const option = options.find((offered) => offered.value === value)
  return option?.label ?? String(value)
}
