import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useSession } from '../stores/session.ts'
import classes from './toasts.module.css'

/** Where toasts appear: at the bottom right, on small screens at the top, for 5 s each. Those of a session go with it: some offer to undo what its user did. */
export function Toasts() {
  useEffect(
    () =>
      useSession.subscribe(({ token }, previous) => {
        if (previous.token !== null && token !== previous.token) notifications.clean()
      }),
    [],
  )
  return (
    <Notifications position="bottom-right" autoClose={5000} containerWidth={360} className={classes.toasts ?? ''} />
  )
}
