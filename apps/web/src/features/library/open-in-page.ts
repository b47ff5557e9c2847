import type { LoadableFlow } from '../../stores/diagram.ts'
import { openFlow } from '../../stores/open-flow.ts'
import { pageDocument } from '../../stores/page-document.ts'

/** Opens a flow in the document of this page; gives back whether it is open now. */
export const openInPage = (flow: LoadableFlow): boolean => openFlow(pageDocument, flow)
