import { Button } from '@mantine/core'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import classes from './auth.module.css'
import { OutcomeCard } from './outcome-card.tsx'

/** In place of the form where only an administrator makes accounts. */
export function RegistrationOff() {
  const go = useGo()
  return (
    <OutcomeCard mark="asked" title="Registration Is Off">
      <p className={classes.text}>Ask your administrator for an account.</p>
      <Button onClick={() => go(paths.login, { also: HAS_ACCOUNT })}>Back to Login</Button>
    </OutcomeCard>
  )
}
