import { poolText, type RunSnapshot, takenText } from '@plimsoll/simulation'

/** What of a component is taken, in words; null where its percentage says it, or nothing is known. */
export const nodeTaken = ({ nodes, nodeFigures }: RunSnapshot, id: string): string | null =>
  takenText(nodeFigures, nodes.indexOf(id))

/** What of the pool of a connection is in use; null where its percentage is of its line. */
export const edgeTaken = ({ edges, edgeFigures }: RunSnapshot, id: string): string | null =>
  poolText(edgeFigures, edges.indexOf(id))
