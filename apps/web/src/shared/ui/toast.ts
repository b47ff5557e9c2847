import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** Short messages at the bottom right; each goes by itself after 5 s, but for one that lasts until it is closed. */
export const toast = {
  success: (message: ReactNode) => show(message, 'green'),
  error: (message: ReactNode) => show(message, 'red'),
  info: (message: ReactNode) => show(message, 'sea'),
  lasting: (message: ReactNode) => notifications.show({ message, color: 'red', autoClose: false }),
  hide: notifications.hide,
}

function show(message: ReactNode, color: string): string {
  return notifications.show({ message, color })
}
