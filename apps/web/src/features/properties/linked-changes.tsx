import { optionsOf, type Property, shownValue } from '@plimsoll/catalog'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { kindOf, rowOf, type Selected } from './selected-element.ts'

const FLASH: Keyframe[] = [{ background: 'var(--accent-soft)' }, { background: 'transparent' }]

/** Shows and says which other properties changed along with the one being edited. */
export function LinkedChanges({ element, fields }: { element: Selected; fields: RefObject<HTMLElement | null> }) {
  const previous = useRef(element)
  const [said, setSaid] = useState('')

  useEffect(() => {
    const before = previous.current
    previous.current = element
    if (before.data === element.data) return
    const edited = rowOf(document.activeElement)?.dataset.property
    const changed = Object.entries(kindOf(element).properties).filter(
      ([name, property]) =>
        name !== edited && shownValue(name, property, before.data) !== shownValue(name, property, element.data),
    )
    const names = new Set(changed.map(([name]) => name))
    for (const row of fields.current?.querySelectorAll<HTMLElement>('[data-property]') ?? []) {
      if (names.has(row.dataset.property ?? '')) flash(row)
    }
    setSaid(changed.map(([name, property]) => `${property.label}: ${inWords(name, property, element)}`).join(', '))
  }, [element, fields])

  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  )
}

function flash(row: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  row.animate(FLASH, { duration: 600, easing: 'ease-out' })
}

function inWords(name: string, property: Property, { data }: Selected): string {
  const value = shownValue(name, property, data)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const option = optionsOf(property, data).find((offered) => offered.value === value)
  return option?.label ?? String(value)
}
