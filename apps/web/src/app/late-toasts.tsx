import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

const TOUCHES = ['pointerdown', 'keydown', 'input'] as const

/**
 * The toasts, fetched when the page is first touched, or has one to show: no screen needs them to stand there. Where they cannot be
 * fetched, the page goes on without; the next toast tries again, and so does a connection that is back, which shows those that wait.
 */
export function LateToasts() {
  const isTouched = useTouched()
  const connections = useConnections()
  const { notifications } = useNotifications()
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const waiting = notifications.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection is an occasion.
  useEffect(() => {
    if (Toasts || (!isTouched && waiting === 0)) return
    fetchToasts().then(
      (fetched) => setToasts(() => fetched),
      () => {},
    )
  }, [Toasts, isTouched, waiting, connections])
  return Toasts && <Toasts />
}

/** A function of its own: what is chained to the import itself would not catch a style sheet that is missing. */
async function fetchToasts(): Promise<ComponentType> {
  const { Toasts } = await import('./toasts.tsx')
  return Toasts
}

/** How often the browser has found a connection since. */
function useConnections(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const found = () => setCount((before) => before + 1)
    addEventListener('online', found)
    return () => removeEventListener('online', found)
  }, [])
  return count
}

function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    const touch = () => {
      setTouched(true)
      end.abort()
    }
    for (const type of TOUCHES) addEventListener(type, touch, { capture: true, signal: end.signal })
    return () => end.abort()
  }, [])
  return isTouched
}
