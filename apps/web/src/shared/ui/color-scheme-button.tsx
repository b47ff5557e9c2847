import { Monitor, Moon, Sun } from 'lucide-react'
import { type ColorSchemeChoice, chooseColorScheme, useColorScheme } from '../theme/color-scheme.ts'
import classes from './icon-button.module.css'

const icons = { system: Monitor, light: Sun, dark: Moon } satisfies Record<ColorSchemeChoice, typeof Sun>

/** Goes round system, the other scheme, this scheme: so that the first press from `system` always shows a change. */
export function ColorSchemeButton() {
  const { choice, scheme } = useColorScheme()
  const Icon = icons[choice]
  return (
    <button
      type="button"
      className={classes.root}
      aria-label={`Theme: ${choice}`}
      title={`Theme: ${choice}`}
      onClick={() => chooseColorScheme(following(choice, scheme))}
    >
      <Icon size={16} />
    </button>
  )
}

function following(choice: ColorSchemeChoice, scheme: 'light' | 'dark'): ColorSchemeChoice {
  const other = scheme === 'light' ? 'dark' : 'light'
  if (choice === 'system') return other
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return choice === system ? 'system' : other
}
