type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const isMac = (): boolean => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** Whether this key is pressed. Signs are compared as they are typed, wherever a keyboard has them; Shift counts for other keys. */
export function isPressed(shortcut: string, event: KeyPress): boolean {
  const { key, mod, shift, alt } = partsOf(shortcut)
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key)
  // Digits with Shift, and letters with a Mac's ⌥, type other signs.
  const isByPlace = (isDigit(key) && event.code === `Digit${key}`) || (alt && event.code === `Key${key}`)
  const isKey = event.key.toLowerCase() === key.toLowerCase() || isByPlace
  return (
    isKey && mod === (event.ctrlKey || event.metaKey) && alt === event.altKey && (isSign || shift === event.shiftKey)
  )
}

/** As people read it: `Ctrl+Shift+Z`, on a Mac `⇧⌘Z`. */
export function shortcutText(shortcut: string): string {
  const { key, mod, shift, alt } = partsOf(shortcut)
  const name = KEY_NAMES[key] ?? key
  if (isMac()) return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${name}`
  return [mod && 'Ctrl', alt && 'Alt', shift && 'Shift', name].filter(Boolean).join('+')
}

/** A part of what the hand does, `Mod` as the keyboard names it. */
export const modifierText = (part: string): string => (part === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : part)

/** For `aria-keyshortcuts`. */
export const ariaShortcut = (shortcut: string): string => shortcut.replace('Mod', isMac() ? 'Meta' : 'Control')

const KEY_NAMES: Readonly<Record<string, string>> = { Delete: 'Del', Escape: 'Esc', ContextMenu: 'Menu' }

const isDigit = (key: string): boolean => /^\d$/.test(key)

function partsOf(shortcut: string) {
  const key = shortcut.endsWith('+') ? '+' : (shortcut.split('+').at(-1) ?? '')
  const has = (modifier: string) => shortcut.startsWith(`${modifier}+`) || shortcut.includes(`+${modifier}+`)
  return { key, mod: has('Mod'), shift: has('Shift'), alt: has('Alt') }
}
