import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '../shared/api/query-client.ts'
import { mantineColorSchemeManager } from '../shared/theme/mantine-color-scheme.ts'
import { theme } from '../shared/theme/theme.ts'
import '../shared/theme/mantine.css.ts'

/** What the working screens stand on: components, server state, toasts. */
export function AppProviders() {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={mantineColorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
      <Notifications position="bottom-right" autoClose={5000} />
    </MantineProvider>
  )
}
