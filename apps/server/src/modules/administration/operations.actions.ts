import type { ExperimentQueue, MailQueue, Setting, Storage } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service. A mail or experiment that is not there throws. */
export interface OperationActions {
  mails(): Promise<MailQueue>
  /** Tries a mail that failed now. */
  retryMail(administrator: SignedInUser, id: string): Promise<void>
  removeMail(administrator: SignedInUser, id: string): Promise<void>
  /** Queues a mail to the administrator. */
  testMail(administrator: SignedInUser, client: Client): Promise<{ email: string }>
  experiments(): Promise<ExperimentQueue>
  cancelExperiment(administrator: SignedInUser, id: string): Promise<void>
  storage(): Promise<Storage>
  settings(): Setting[]
}
