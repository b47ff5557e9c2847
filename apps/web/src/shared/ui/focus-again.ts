/** Gives the focus back to what had it; nothing where that is gone. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true })
}
