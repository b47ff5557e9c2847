import type { CreateFlowRequest, UpdateFlowRequest } from '@plimsoll/contract'
import type { BodySource } from '../../bodies/body-source.ts'
import type { PackedAnswer } from '../../packed-answer.ts'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface FlowActions {
  /** Calls `hold` with the bytes of the answer before they are read. */
  show(user: SignedInUser, id: string, hold: (bytes: number) => void): Promise<PackedAnswer>
  create(
    user: SignedInUser,
    flow: CreateFlowRequest,
    source: BodySource,
    key: string | undefined,
  ): Promise<PackedAnswer>
  update(user: SignedInUser, id: string, flow: UpdateFlowRequest, source: BodySource): Promise<PackedAnswer>
  remove(user: SignedInUser, id: string): Promise<void>
}
