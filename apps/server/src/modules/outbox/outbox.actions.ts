import type { OutboxMail } from '@plimsoll/contract'

/** What these routes need done. */
export interface OutboxActions {
  list(): Promise<OutboxMail[]>
  findHtml(id: string): Promise<string | undefined>
}
