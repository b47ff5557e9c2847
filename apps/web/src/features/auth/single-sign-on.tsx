import { Button } from '@mantine/core'
import type { SiteConfig } from '@plimsoll/contract'
import { type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { keptOrigin } from '../../shared/config/origin.ts'
import { keepSingleSignOnOrigin } from '../../shared/config/single-sign-on-origin.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { device } from '../../stores/device.ts'
import { useSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'

const START = '/api/auth/oidc/start'

interface SingleSignOnProps extends NonNullable<SiteConfig['singleSignOn']> {
  /** What the tick of the form says that this is below. */
  readonly isRemembered: () => boolean
}

/** The way to the provider of single sign-on: below the form, or alone where there is no other. */
export function SingleSignOn({ name, isOnly, isRemembered }: SingleSignOnProps) {
  const { state } = useLocation()
  const [isTicked, setIsTicked] = useState(false)
  const ended = useSession.getState().error
  const link = (
    <Button
      component="a"
      href={START}
      variant="default"
      fullWidth
      onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
        // It says which browser this is, as a login by password does.
        const wish = { ...device(), ...((isOnly ? isTicked : isRemembered()) && { remember: '1' }) }
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
        <label>
          <input
            type="checkbox"
            checked={isTicked}
            onChange={({ currentTarget }) => setIsTicked(currentTarget.checked)}
          />{' '}
          Stay signed in
        </label>
      </div>
      {link}
    </AuthCard>
  )
}
