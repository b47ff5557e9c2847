import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPath, NavigationType, type Navigator, Router, type To } from 'react-router'

type HistoryState = { readonly usr?: unknown; readonly key?: string } | null

/**
 * React Router on the browser's history. Its own `BrowserRouter` and `Link` would bring in the parts that serve data routers and
 * server rendering, which no screen here uses.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(() => currentEntry(NavigationType.Pop))
  const [navigator] = useState(() => historyNavigator((type) => setEntry(currentEntry(type))))

  useLayoutEffect(() => {
    const onPop = () => setEntry(currentEntry(NavigationType.Pop))
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])

  return (
    // Without transitions a sign-out and the navigation that follows it reach the gate in one step.
    <Router {...entry} navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  )
}

function currentEntry(navigationType: NavigationType) {
  const { pathname, search, hash } = window.location
  const state: HistoryState = history.state
  const location = { pathname, search, hash, state: state?.usr ?? null, key: state?.key ?? 'default' }
  return { location, navigationType }
}

function historyNavigator(onChange: (type: NavigationType) => void): Navigator {
  const change = (method: 'pushState' | 'replaceState', type: NavigationType) => (to: To, usr?: unknown) => {
    history[method](
      { usr, key: String(performance.timeOrigin + performance.now()) } satisfies HistoryState,
      '',
      pathOf(to),
    )
    onChange(type)
  }
  return {
    createHref: pathOf,
    go: (delta) => history.go(delta),
    push: change('pushState', NavigationType.Push),
    replace: change('replaceState', NavigationType.Replace),
  }
}

function pathOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}
