import { Button } from '@mantine/core'
import type { SiteConfig } from '@plimsoll/contract'
import { type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { keptOrigin } from '../../shared/config/origin.ts'
import { keepSingleSignOnOrigin } from '../../shared/config/single-sign-on-origin.ts'
import { singleSignOnStart } from '../../shared/config/single-sign-on-start.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { useSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'

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
      href="/api/auth/oidc/start"
      variant="default"
      fullWidth
      onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
        currentTarget.href = singleSignOnStart({ remember: isOnly ? isTicked : isRemembered() })
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
