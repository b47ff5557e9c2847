/** The blocks that a test file ran: source file → indexes. */
export type BlocksRun = Record<string, number[]>

/** The global that holds, while tests run, which blocks of the watched modules ran: file → one byte for each block. */
export const HITS = '__blocksRun'
