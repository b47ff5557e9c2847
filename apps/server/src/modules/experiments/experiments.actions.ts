import type { CreateExperimentRequest, Experiment } from '@plimsoll/contract'
import type { BodySource } from '../../bodies/body-source.ts'
import type { PackedAnswer } from '../../packed-answer.ts'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface ExperimentActions {
  list(user: SignedInUser): Promise<Experiment[]>
  show(user: SignedInUser, id: string): Promise<Experiment>
  /** Each state that it takes, until it is over, the caller has gone, or the server stops. */
  watch(user: SignedInUser, id: string, gone: AbortSignal): AsyncIterable<Experiment>
  /** What was asked, as it was sent. */
  request(user: SignedInUser, id: string): Promise<PackedAnswer>
  result(user: SignedInUser, id: string): Promise<PackedAnswer>
  create(user: SignedInUser, experiment: CreateExperimentRequest, source: BodySource): Promise<Experiment>
  /** Ends it, too, if it runs. */
  remove(user: SignedInUser, id: string): Promise<void>
}
