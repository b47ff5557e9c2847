import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })))

const TOUCHES = ['pointerdown', 'keydown', 'input'] as const

/** The toasts, fetched when the page is first touched, or has one to show: no screen needs them to stand there. */
export function LateToasts() {
  const isTouched = useTouched()
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (isTouched || notifications.length > 0)) setNeeded(true)
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    )
  )
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
