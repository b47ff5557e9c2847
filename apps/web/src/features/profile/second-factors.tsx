import { Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asRequestError } from '../../shared/api/client.ts'
import { factorsQuery } from '../../shared/api/factors.ts'
import { sessionsQuery } from '../../shared/api/profile.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import classes from './profile.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What one signs in with beside the password. Who has one is asked for it at each login. */
export function SecondFactors({ isDemo }: { isDemo: boolean }) {
  const queries = useQueryClient()
  const { data: factors, error } = useQuery({ ...factorsQuery, enabled: !isDemo })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { confirmed, dialog } = useConfirmation()
  const shared = {
    confirmed,
    /** With recovery codes, when there are new ones. */
    onChanged: (recoveryCodes: readonly string[] | null = null) => {
      if (recoveryCodes) setCodes(recoveryCodes)
      void queries.invalidateQueries(sessionsQuery)
      return queries.invalidateQueries(factorsQuery)
    },
  }
  const hasAny = factors !== undefined && (factors.authenticatorApp || factors.passkeys.length > 0)
  return (
    <section className={classes.section} aria-labelledby="second-factors">
      <h2 id="second-factors" className={classes.title}>
        Passkeys and codes
      </h2>
      <p className={classes.note}>
        {isDemo
          ? 'The demo account ends with your visit, and has neither.'
          : 'With a passkey or an authenticator app, nobody gets into your account by your password alone.'}
      </p>
      {error && <Banner variant="error">{asRequestError(error).message}</Banner>}
      {!isDemo && !factors && !error && <Loader size="sm" role="status" aria-label="Loading what you log in with" />}
      {factors && (
        <>
          <Passkeys passkeys={factors.passkeys} {...shared} />
          <AuthenticatorApp factors={factors} {...shared} />
          {(hasAny || codes) && (
            <RecoveryCodes left={factors.recoveryCodes} codes={hasAny ? codes : null} {...shared} />
          )}
        </>
      )}
      {dialog}
    </section>
  )
}
