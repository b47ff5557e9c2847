import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AnonymousOnly } from './anonymous-only.tsx'

/** Where mailed links lead: who has one is not sent elsewhere, whoever is signed in here. */
export function LinkOrAnonymous({ elsewhere }: { elsewhere?: string }) {
  const { search, state } = useLocation()
  // The page takes the token out of the address, and out of its state once it is used.
  const [hasLink] = useState(
    () => Boolean(new URLSearchParams(search).get('token')) || Boolean((state as { token?: unknown } | null)?.token),
  )
  return hasLink ? <Outlet /> : <AnonymousOnly {...(elsewhere !== undefined && { elsewhere })} />
}
