import type { ComponentProps } from 'react'
import { useHref, useLocation } from 'react-router'
import type { AccountState } from '../config/origin.ts'
import { useGo } from './use-go.ts'

type LinkProps = ComponentProps<'a'> & {
  to: string
  /** Whether the current page belongs to it, by another address. */
  isCurrent?: boolean
  /** Handed to the page. */
  also?: AccountState
}

/** A link within the application; marks itself as the current page. Modified clicks are the browser's, as ever. */
export function Link({ to, isCurrent = false, also, onClick, ...rest }: LinkProps) {
  const go = useGo()
  const { pathname } = useLocation()
  return (
    <a
      {...rest}
      href={useHref(to)}
      aria-current={isCurrent || pathname === to ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event)
        const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (event.defaultPrevented || modified) return
        event.preventDefault()
        go(to, { replace: pathname === to, also })
      }}
    />
  )
}
