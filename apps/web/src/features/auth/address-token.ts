import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of a mailed link, null without one. It is taken out of the address bar, where it would be seen, copied and kept in the
 * browser's history, into the state of the history entry: a reload still has it, no other page does.
 */
export function useAddressToken(): string | null {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(search).get('token')
  const kept = keptToken(state)
  const isLeftOver = inAddress === null && state !== null && kept === null

  useEffect(() => {
    if (inAddress !== null) {
      navigate(pathname, { replace: true, state: { token: inAddress, takenAt: performance.timeOrigin } })
    } else if (isLeftOver) {
      navigate(pathname, { replace: true })
    }
  }, [inAddress, isLeftOver, pathname, navigate])

  return inAddress || kept
}

function keptToken(state: unknown): string | null {
  const { token, takenAt } = (state ?? {}) as { token?: unknown; takenAt?: unknown }
  const isMeant = takenAt === performance.timeOrigin || isReturn()
  return isMeant && typeof token === 'string' && token !== '' ? token : null
}

/** Browsers may keep an entry's state also for an address that is typed anew: only a reload and history mean the former one. */
function isReturn(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && ['reload', 'back_forward'].includes(load.type)
}
