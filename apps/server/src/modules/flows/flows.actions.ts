import type { CreateFlowRequest, FlowSummary, UpdateFlowRequest } from '@plimsoll/contract'
import type { JsonSource } from '../../json-source.ts'
import type { SignedInUser } from '../../requester.ts'

/** The response body with a flow. It is stored compressed, as most clients accept it. */
export interface FlowAnswer {
  gzipped: Uint8Array<ArrayBuffer>
  plain(): Promise<Uint8Array<ArrayBuffer>>
}

/** What the routes need from the service. */
export interface FlowActions {
  list(user: SignedInUser): Promise<FlowSummary[]>
  show(user: SignedInUser, id: string): Promise<FlowAnswer>
  create(user: SignedInUser, flow: CreateFlowRequest, source: JsonSource, key: string | undefined): Promise<FlowAnswer>
  update(user: SignedInUser, id: string, flow: UpdateFlowRequest, source: JsonSource): Promise<FlowAnswer>
  remove(user: SignedInUser, id: string): Promise<void>
}
