import type { KeyboardEvent } from 'react'
import classes from './dock.module.css'
import type { DockTab } from './state/dock.ts'

interface DockTabsProps {
  readonly tabs: readonly { readonly id: DockTab; readonly title: string }[]
  readonly shown: DockTab
  readonly onChange: (tab: DockTab) => void
}

/** Chooses the panel where there is room for one. */
export function DockTabs({ tabs, shown, onChange }: DockTabsProps) {
  const others = tabs.filter(({ id }) => id !== shown)
  function press({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    const [other] = others
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || !other) return
    onChange(other.id)
    currentTarget.querySelector<HTMLElement>('[aria-selected=false]')?.focus()
  }
  return (
    <div role="tablist" aria-label="Panels" className={classes.tabs} onKeyDown={press} tabIndex={-1}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className={classes.tab}
          id={`dock-tab-${id}`}
          aria-controls={`dock-${id}`}
          aria-selected={id === shown}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
