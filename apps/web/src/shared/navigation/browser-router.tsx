import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPath, type Navigator, Router, type To } from 'react-router'

type HistoryState = { readonly usr?: unknown; readonly key?: string } | null

/**
 * React Router on the browser's history. Its own `BrowserRouter` and `Link` would bring in the parts that serve data routers and
 * server rendering, which no screen here uses.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation)
  const [navigator] = useState(() => historyNavigator(() => setLocation(currentLocation())))

  useLayoutEffect(() => {
    const onPop = () => setLocation(currentLocation())
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])

  return (
    // Without transitions a sign-out and the navigation that follows it reach the gate in one step.
    <Router location={location} navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  )
}

function currentLocation() {
  const { pathname, search, hash } = window.location
  const state: HistoryState = history.state
  return { pathname, search, hash, state: state?.usr ?? null, key: state?.key ?? 'default' }
}

function historyNavigator(onChange: () => void): Navigator {
  const change = (method: 'pushState' | 'replaceState') => (to: To, usr?: unknown) => {
    history[method]({ usr, key: crypto.randomUUID() } satisfies HistoryState, '', pathOf(to))
    onChange()
  }
  return {
    createHref: pathOf,
    go: (delta) => history.go(delta),
    push: change('pushState'),
    replace: change('replaceState'),
  }
}

function pathOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}
