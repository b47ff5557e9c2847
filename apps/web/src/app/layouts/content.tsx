import { type ReactNode, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { Deferred } from './deferred.tsx'

let arrivals = 0

/** The part of a layout that changes with the address. Going to another page moves the focus here, as loading one would. */
export function Content({ className, children }: { className: string | undefined; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const type = useNavigationType()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what this reacts to
  useEffect(() => {
    arrivals += 1
    if (arrivals === 1) return
    ref.current?.focus({ preventScroll: true })
    if (type !== NavigationType.Pop) scrollTo(0, 0)
  }, [pathname])

  return (
    <main id="content" ref={ref} className={className} tabIndex={-1}>
      <Deferred>{children}</Deferred>
    </main>
  )
}
