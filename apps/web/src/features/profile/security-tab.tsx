import type { Profile } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { siteConfigQuery } from '../../shared/api/auth.ts'
import { ApiTokens } from './api-tokens.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { EmailAddress } from './email-address.tsx'
import { EndedSessions } from './ended-sessions.tsx'
import classes from './profile.module.css'
import { SecondFactors } from './second-factors.tsx'
import { SessionList } from './session-list.tsx'
import { YourData } from './your-data.tsx'

/** The password, what is asked for beside it, where one is logged in, the API tokens, and what is kept about one. */
export function SecurityTab({ profile, isDemo }: { profile: Profile; isDemo: boolean }) {
  const { data: site } = useQuery(siteConfigQuery)
  // There the provider has both.
  const isProviderOnly = site?.singleSignOn?.isOnly === true
  return (
    <div className={classes.sections}>
      {!isProviderOnly && <ChangePasswordForm profile={profile} />}
      {!isProviderOnly && <EmailAddress email={profile.email} isDemo={isDemo} />}
      <SecondFactors isDemo={isDemo} />
      <SessionList />
      <EndedSessions />
      <ApiTokens isDemo={isDemo} />
      <YourData isDemo={isDemo} />
    </div>
  )
}
