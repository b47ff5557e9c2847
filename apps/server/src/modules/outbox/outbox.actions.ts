import type { OutboxMail } from '@plimsoll/contract'

/** What the routes need from the outbox. */
export interface OutboxActions {
  list(): Promise<OutboxMail[]>
  findHtml(id: string): Promise<string | undefined>
}
