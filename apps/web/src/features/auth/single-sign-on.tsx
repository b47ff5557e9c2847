import { Button } from '@mantine/core'
import type { SiteConfig } from '@plimsoll/contract'
import { useLocation } from 'react-router'
import { keptOrigin } from '../../shared/config/origin.ts'
import { keepSingleSignOnOrigin } from '../../shared/config/single-sign-on-origin.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { useSession } from '../../stores/session.ts'
import { AuthCard } from './auth-card.tsx'

/** The way to the provider of single sign-on: below the form, or alone where there is no other. */
export function SingleSignOn({ name, isOnly }: NonNullable<SiteConfig['singleSignOn']>) {
  const { state } = useLocation()
  const ended = useSession.getState().error
  const link = (
    <Button
      component="a"
      href="/api/auth/oidc/start"
      variant="default"
      fullWidth
      // It leaves the page, so the tab keeps what was asked for.
      onClick={() => keepSingleSignOnOrigin(keptOrigin(state))}
    >
      Continue with {name}
    </Button>
  )
  if (!isOnly) return link
  return (
    <AuthCard title="Welcome Back" subtitle="Sign in to your account">
      {ended && <Banner variant="error">{ended}</Banner>}
      {link}
    </AuthCard>
  )
}
