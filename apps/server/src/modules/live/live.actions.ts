import type { Content } from '@plimsoll/collaboration'
import type { AskedSave, SavedFlow } from './live-document.ts'

/** What the services of flows need of the documents that are drawn together. */
export interface LiveActions {
  /** The content of a flow with everything that is in the log. */
  content(flowId: string): Promise<Content>
  /** Saves the document as a version of its flow; undefined when the flow is gone. The caller may save the flow. */
  save(flowId: string, asked: AskedSave): Promise<SavedFlow | undefined>
  /** Tells that a flow was saved past its document. */
  changed(flowId: string): void
}
