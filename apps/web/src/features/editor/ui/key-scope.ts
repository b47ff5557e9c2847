/** Fields in which one types. */
export const TYPED = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]'

/** Whether what has the focus is the canvas, something on it that does not take keys itself, or the page, where it is after a visit. */
export function countsOnCanvas(region: Element | null, target: EventTarget | null): boolean {
  if (target === document.body) return true
  if (!(target instanceof Element)) return false
  if (target.contains(region)) return true
  return region?.contains(target) === true && target.closest(`${TYPED}, select, [data-own-keys]`) === null
}

/** What lies over the page has all keys. */
export const isUnderDialog = (): boolean => document.querySelector('[aria-modal=true]') !== null
