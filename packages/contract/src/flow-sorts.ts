/** What a page of the library is ordered by. Apart from the schemas: the library page does without them. */
export const FLOW_SORTS = ['updated', 'name', 'nodes', 'opened'] as const

export type FlowSort = (typeof FLOW_SORTS)[number]
