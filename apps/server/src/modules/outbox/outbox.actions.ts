import type { OutboxMail } from '@plimsoll/contract'

/** Who may see the outbox. */
export interface OutboxAccess {
  isOpenTo(secret: string): boolean
  /** What opens the page of one mail, which is no call and so has no header. */
  keyOf(id: string): string
  isKeyOf(id: string, key: string): boolean
}

/** What the routes need from the outbox. */
export interface OutboxActions {
  access: OutboxAccess
  list(): Promise<Omit<OutboxMail, 'page'>[]>
  findHtml(id: string): Promise<string | undefined>
}
