import { useMediaQuery } from '@mantine/hooks'
import type { DockLayout } from './dock-look.ts'

const AT_ONCE = { getInitialValueInEffect: false }

/** Which layout this window has room for. */
export function useDockLayout(): DockLayout {
  const isNarrow = useMediaQuery('(width < 1100px)', undefined, AT_ONCE)
  const isSmall = useMediaQuery('(max-width: 48rem)', undefined, AT_ONCE)
  return isSmall ? 'sheets' : isNarrow ? 'tabs' : 'stack'
}
