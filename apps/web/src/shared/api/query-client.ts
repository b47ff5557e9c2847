import { QueryClient } from '@tanstack/react-query'
import { useSession } from '../../stores/session.ts'

/** Offline, too, a question is asked at once and fails: kept back, it would turn forever, and be asked when nobody waits for it any more. */
const networkMode = 'always'

/** What the server told us: fresh for 5 minutes, a failed query tried once more, nothing fetched again on focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode, staleTime: 5 * 60_000, retry: 1, refetchOnWindowFocus: false, refetchOnReconnect: true },
    mutations: { networkMode },
  },
})

// What one session fetched is never shown to the next, be it that another tab has replaced the one by the other.
useSession.subscribe(({ token }, previous) => {
  if (token === previous.token) return
  if (token === null) queryClient.clear()
  else if (previous.token !== null) void queryClient.resetQueries()
})
