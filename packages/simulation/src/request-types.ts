/** What a simulated request does; a client's request mix gives each a share. */
export const REQUEST_TYPES = ['Read', 'Write', 'Compute', 'Transaction'] as const
export type RequestType = (typeof REQUEST_TYPES)[number]
