import { inUseText, type RunSnapshot, takenText } from '@plimsoll/simulation'

/** What of a component is taken, in words; null where its percentage says it, or nothing is known. */
export const nodeTaken = ({ nodes, nodeFigures }: RunSnapshot, id: string): string | null =>
  takenText(nodeFigures, nodes.indexOf(id))

/** What of a connection is in use, in words; null where that is little, or nothing is known. */
export const edgeTaken = (snapshot: RunSnapshot, id: string): string | null =>
  inUseText(snapshot, snapshot.edges.indexOf(id))
