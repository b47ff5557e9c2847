import type { MantineColorSchemeManager } from '@mantine/core'
import { chooseColorScheme, useColorScheme } from './color-scheme.ts'

let stop = () => {}

/** Lets Mantine read the visitor's choice from our store instead of keeping one of its own. */
export const mantineColorSchemeManager: MantineColorSchemeManager = {
  get: () => toMantine(useColorScheme.getState().choice),
  set: (value) => chooseColorScheme(value === 'auto' ? 'system' : value),
  subscribe: (onUpdate) => {
    stop = useColorScheme.subscribe(({ choice }) => onUpdate(toMantine(choice)))
  },
  unsubscribe: () => stop(),
  clear: () => chooseColorScheme('system'),
}

function toMantine(choice: 'system' | 'light' | 'dark') {
  return choice === 'system' ? 'auto' : choice
}
