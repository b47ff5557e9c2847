import { Button } from '@mantine/core'
import { Banner } from '../../shared/ui/banner.tsx'
import classes from './auth.module.css'

/** Says which address waits for its verification. */
export function UnverifiedNotice({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <section className={classes.card}>
      <h1 className={classes.title}>Verify your email</h1>
      <Banner variant="warning">
        <strong>{email}</strong> is not verified yet. Open the link in the mail that we sent you, then sign in.
      </Banner>
      <Button variant="default" onClick={onBack}>
        Back to Login
      </Button>
    </section>
  )
}
