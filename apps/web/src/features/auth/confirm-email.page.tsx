import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { asRequestError } from '../../shared/api/client.ts'
import { confirmEmailChange, emailChangeQuery } from '../../shared/api/email-change.ts'
import { profileQuery } from '../../shared/api/profile.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import { useAddressToken } from './address-token.ts'
import classes from './auth.module.css'
import { OutcomeCard } from './outcome-card.tsx'

/** Where the links of the mails about a change of an address lead. Mail programs open links by themselves, so a press confirms. */
export function ConfirmEmailPage() {
  const token = useAddressToken()
  const go = useGo()
  const queries = useQueryClient()
  const confirm = useSubmission({
    mutationFn: confirmEmailChange,
    onSuccess: () =>
      Promise.all([queries.invalidateQueries(profileQuery), queries.invalidateQueries(emailChangeQuery)]),
  })
  const fault = token === null ? 'No token found' : confirm.isError && asRequestError(confirm.error).message
  return (
    <>
      <title>Confirm email address · Plimsoll</title>
      {fault ? (
        <OutcomeCard mark="failed" title="Email Address Not Changed">
          <p className={classes.text} role="alert">
            {fault}
          </p>
          <Button onClick={() => go(paths.profile)}>Go to Profile</Button>
        </OutcomeCard>
      ) : confirm.isSuccess ? (
        <OutcomeCard mark="done" title="Email Address Confirmed">
          <p className={classes.text}>{confirm.data}</p>
          <Button onClick={() => go(paths.profile)}>Go to Profile</Button>
        </OutcomeCard>
      ) : (
        <OutcomeCard mark="asked" title="Confirm Your Email Address">
          <p className={classes.text}>The address of your account changes once both links are confirmed.</p>
          <Button loading={confirm.isPending} onClick={() => token && confirm.mutate(token)}>
            Confirm
          </Button>
        </OutcomeCard>
      )}
    </>
  )
}
