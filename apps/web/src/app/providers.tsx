import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../shared/api/query-client.ts'
import { mantineColorSchemeManager } from '../shared/theme/mantine-color-scheme.ts'
import { theme } from '../shared/theme/theme.ts'
import '../shared/theme/mantine.css.ts'
import { LateToasts } from './late-toasts.tsx'

/** What the working screens stand on: components, server state, toasts. */
export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={mantineColorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <LateToasts />
    </MantineProvider>
  )
}
