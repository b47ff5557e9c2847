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

  useEffect(() => {
    if (inAddress !== null) navigate(pathname, { replace: true, state: { token: inAddress } })
  }, [inAddress, pathname, navigate])

  return inAddress || keptToken(state)
}

function keptToken(state: unknown): string | null {
  const { token } = (state ?? {}) as { token?: unknown }
  return typeof token === 'string' && token !== '' ? token : null
}
