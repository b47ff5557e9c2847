import { create } from 'zustand'

const colorSchemeChoices = ['system', 'light', 'dark'] as const
/** What the visitor chose; `system` follows the device. */
export type ColorSchemeChoice = (typeof colorSchemeChoices)[number]
type ColorScheme = 'light' | 'dark'

const storageKey = 'color-scheme'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

type ColorSchemeState = { choice: ColorSchemeChoice; scheme: ColorScheme }

/** The visitor's choice and the scheme that results from it, kept over visits and in step between tabs. */
export const useColorScheme = create<ColorSchemeState>()(() => resolve(storedChoice()))

/** Takes and keeps a choice; where the browser refuses storage it lasts for this visit. */
export function chooseColorScheme(choice: ColorSchemeChoice): void {
  if (choice === useColorScheme.getState().choice) return
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Private windows may refuse storage.
  }
  useColorScheme.setState(resolve(choice))
}

/** Keeps `<html>` in the current scheme. Called once, at the entry; `public/color-scheme.js` did it for the first paint. */
export function followColorScheme(): void {
  const apply = ({ scheme }: ColorSchemeState) => {
    document.documentElement.dataset.mantineColorScheme = scheme
  }
  apply(useColorScheme.getState())
  useColorScheme.subscribe(apply)
  darkSystem.addEventListener('change', () => useColorScheme.setState(({ choice }) => resolve(choice)))
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) useColorScheme.setState(resolve(storedChoice()))
  })
}

function resolve(choice: ColorSchemeChoice): ColorSchemeState {
  const system = darkSystem.matches ? 'dark' : 'light'
  return { choice, scheme: choice === 'system' ? system : choice }
}

function storedChoice(): ColorSchemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return colorSchemeChoices.find((choice) => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}
