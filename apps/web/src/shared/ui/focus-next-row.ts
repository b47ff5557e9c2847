const CONTROLS = 'a[href], button, input, select, textarea, [role=slider]'

/** With the element itself, where it is one. */
const controlsOf = (element: Element): HTMLElement[] => [
  ...(element instanceof HTMLElement && element.matches(CONTROLS) ? [element] : []),
  ...element.querySelectorAll<HTMLElement>(CONTROLS),
]

/**
 * A ref for a row of a list. When the row goes with what had the focus in it, the same control of the next row has it, or of the one before;
 * where no row has a control, the heading of the section or the summary of the fold.
 */
export function focusNextRow(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined
  /** A button that is disabled while it works has not the focus any more, but had it last. */
  let last: HTMLElement | null = null
  const onFocus = ({ target }: FocusEvent) => {
    last = target as HTMLElement
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // A dialog that asks something over it gives the focus back, or to nothing where the button is disabled by then.
    if (relatedTarget instanceof Element && dialogOf(relatedTarget) === dialogOf(row)) last = null
  }
  row.addEventListener('focusin', onFocus)
  row.addEventListener('focusout', onBlur)
  return () => {
    row.removeEventListener('focusin', onFocus)
    row.removeEventListener('focusout', onBlur)
    if (last === null) return
    const index = controlsOf(row).indexOf(last)
    const neighbours = [row.nextElementSibling, row.previousElementSibling]
    const heading = row
      .closest('section, details, [role=dialog], main')
      ?.querySelector<HTMLElement>('h1, h2, h3, summary')
    // Once the row is gone, and with it what has the focus.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      for (const neighbour of neighbours) {
        const controls = neighbour?.isConnected ? controlsOf(neighbour) : []
        const control = controls[Math.min(index, controls.length - 1)]
        if (control && !control.matches(':disabled')) return control.focus()
      }
      if (!heading?.isConnected) return
      // A summary can have the focus by itself.
      if (heading.tabIndex < 0) heading.tabIndex = -1
      heading.focus()
    })
  }
}

const dialogOf = (element: Element) => element.closest('[role=dialog]')
