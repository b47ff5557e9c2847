import type { KeptMail } from '@plimsoll/contract'

/** What these routes need done. */
export interface OutboxActions {
  list(): Promise<KeptMail[]>
  findHtml(id: string): Promise<string | undefined>
}
