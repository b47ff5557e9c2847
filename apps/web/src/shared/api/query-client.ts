import { QueryClient } from '@tanstack/react-query'
import { useSession } from '../../stores/session.ts'

/** What the server told us: fresh for 5 minutes, a failed query tried once more, nothing fetched again on focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5 * 60_000, retry: 1, refetchOnWindowFocus: false },
  },
})

// What one session fetched is never shown to the next, be it that another tab has replaced the one by the other.
useSession.subscribe(({ token }, previous) => {
  if (token === previous.token) return
  if (token === null) queryClient.clear()
  else if (previous.token !== null) void queryClient.resetQueries()
})
