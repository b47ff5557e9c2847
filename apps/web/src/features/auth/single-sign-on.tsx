import { Button } from '@mantine/core'
import type { SiteConfig } from '@plimsoll/contract'
import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { keptOrigin } from '../../shared/config/origin.ts'
import { keepSingleSignOnOrigin } from '../../shared/config/single-sign-on-origin.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { device } from '../../stores/device.ts'
import { useSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { StaySignedIn } from './stay-signed-in.tsx'

const START = '/api/auth/oidc/start'

type SingleSignOnProps = NonNullable<SiteConfig['singleSignOn']> & ComponentProps<typeof StaySignedIn>

/** The way to the provider of single sign-on: below the form, or alone where there is no other. */
export function SingleSignOn({ name, isOnly, isTicked, onTick }: SingleSignOnProps) {
  const { state } = useLocation()
  const ended = useSession.getState().error
  const link = (
    <Button
      component="a"
      href={START}
      variant="default"
      fullWidth
      onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
        // It says which browser this is, as a login by password does.
        const wish = { ...device(), ...(isTicked && { remember: '1' }) }
        currentTarget.href = `${START}?${new URLSearchParams(wish)}`
        // It leaves the page, so the tab keeps what was asked for.
        keepSingleSignOnOrigin(keptOrigin(state))
      }}
    >
      Continue with {name}
    </Button>
  )
  if (!isOnly) return link
  return (
    <AuthCard title="Welcome Back" subtitle="Sign in to your account">
      {ended && <Banner variant="error">{ended}</Banner>}
      <div className={classes.options}>
        <StaySignedIn isTicked={isTicked} onTick={onTick} />
      </div>
      {link}
    </AuthCard>
  )
}
