import { Notifications } from '@mantine/notifications'

/** Where toasts appear: at the bottom right, for 5 s each. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={5000} containerWidth={360} />
}
