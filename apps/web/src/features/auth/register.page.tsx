import type { SiteConfig } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, startTransition, useState } from 'react'
import { siteConfigQuery } from '../../shared/api/auth.ts'
import { RegisterForm } from './register-form.tsx'

const Registered = lazy(() => import('./registered.tsx').then((module) => ({ default: module.Registered })))
const RegistrationOff = lazy(() =>
  import('./registration-off.tsx').then((module) => ({ default: module.RegistrationOff })),
)

const OPEN: SiteConfig['registration'] = { mode: 'open', domains: [] }

function whoMay({ mode, domains }: SiteConfig['registration']): string {
  if (mode === 'invite') return 'For addresses that were invited'
  return mode === 'domains' ? `For addresses at ${domains.join(' or ')}` : 'Draw your first system in a minute'
}

/** Register: the form, and after it what to look for in one's mail. */
export function RegisterPage() {
  const [email, setEmail] = useState<string | null>(null)
  const { data: site } = useQuery(siteConfigQuery)
  const registration = site?.registration ?? OPEN
  // The form stays until what follows it is loaded.
  const show = (registered: string) => startTransition(() => setEmail(registered))
  return (
    <>
      <title>Register · Plimsoll</title>
      <Suspense>
        {email !== null ? (
          <Registered email={email} />
        ) : registration.mode === 'off' ? (
          <RegistrationOff />
        ) : (
          <RegisterForm who={whoMay(registration)} onRegistered={show} />
        )}
      </Suspense>
    </>
  )
}
