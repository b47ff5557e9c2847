import { SYNC_LIMIT, unpackedSize } from '../packed.ts'
import type { BodyProcesses } from './body-processes.ts'
import { type ReadDocument, readDocument } from './check-body.ts'

/** Reads the document of a stored flow under the name that the flow has now; a large one in a process of its own. */
export type ReadStored = (
  packed: Uint8Array<ArrayBuffer>,
  heading: { name: string; description: string },
  owner: string,
) => Promise<ReadDocument>

export const createReadStored =
  (bodies: BodyProcesses): ReadStored =>
  async (packed, heading, owner) => {
    const size = unpackedSize(packed)
    return size <= SYNC_LIMIT ? readDocument(packed, heading) : bodies.read(packed, heading, { owner, size })
  }
