import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** Short messages at the bottom right; each goes by itself after 5 s, but for those that last until they are closed, and one that stands while something is under way. */
export const toast = {
  success: (message: ReactNode) => show(message, 'green'),
  error: (message: ReactNode) => show(message, 'red'),
  info: (message: ReactNode) => show(message, 'sea'),
  lasting: (message: ReactNode) => notifications.show({ message, color: 'red', autoClose: false }),
  asking: (message: ReactNode) => notifications.show({ message, color: 'sea', autoClose: false }),
  busy: (message: ReactNode) =>
    notifications.show({ message, loading: true, autoClose: false, withCloseButton: false }),
  hide: notifications.hide,
}

function show(message: ReactNode, color: string): string {
  return notifications.show({ message, color })
}
