import type { CreateFlowRequest, FlowSummary, UpdateFlowRequest } from '@plimsoll/contract'
import type { JsonSource } from '../../json-source.ts'
import type { SignedInUser } from '../../requester.ts'

/** The answer that carries a flow; it is kept compressed, for most clients take it so. */
export interface FlowAnswer {
  gzipped: Uint8Array<ArrayBuffer>
  plain(): Promise<Uint8Array<ArrayBuffer>>
}

/** What these routes need done. */
export interface FlowActions {
  list(user: SignedInUser): Promise<FlowSummary[]>
  show(user: SignedInUser, id: string): Promise<FlowAnswer>
  create(user: SignedInUser, flow: CreateFlowRequest, source: JsonSource, key: string | undefined): Promise<FlowAnswer>
  update(user: SignedInUser, id: string, flow: UpdateFlowRequest, source: JsonSource): Promise<FlowAnswer>
  remove(user: SignedInUser, id: string): Promise<void>
}
