import type { Limits } from '../modules/limits/limits.ts'
import { type MailOrder, queueMail } from './mails.repository.ts'

interface NoticeOptions {
  limits: Limits
  /** Whether mails reach anybody. */
  hasMail: boolean
  wakeMail: () => void
  now: () => number
}

interface Notice extends Omit<MailOrder, 'now'> {
  /** Network address of the request. */
  address: string
}

/** Queues a mail that tells somebody what another one did, within the limits of mails. Returns whether it will be sent. */
export async function queueNotice(
  { limits, hasMail, wakeMail, now }: NoticeOptions,
  { address, ...order }: Notice,
): Promise<boolean> {
  if (!hasMail) return false
  const isQueued = await limits.queueMail({ email: order.email, kind: 'notice', address }, (queries) =>
    queueMail(queries, { ...order, now: now() }),
  )
  if (isQueued) wakeMail()
  return isQueued
}
