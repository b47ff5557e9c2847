import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

const TOUCHES = ['pointerdown', 'keydown', 'input'] as const

/**
 * The toasts, fetched when the page is first touched, or has one to show: no screen needs them to stand there. Where they cannot be
 * fetched, the page goes on without, and the next toast tries again.
 */
export function LateToasts() {
  const isTouched = useTouched()
  const { notifications } = useNotifications()
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const waiting = notifications.length
  useEffect(() => {
    if (Toasts || (!isTouched && waiting === 0)) return
    import('./toasts.tsx').then(
      (module) => setToasts(() => module.Toasts),
      () => {},
    )
  }, [Toasts, isTouched, waiting])
  return Toasts && <Toasts />
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
