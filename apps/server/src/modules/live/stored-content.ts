import type { Content } from '@plimsoll/collaboration'
import { type FlowData, saveFlowSchema } from '@plimsoll/contract'
import { DOCUMENT_VERSION, parseFlow } from '@plimsoll/flow'
import { packFlow, unpackFlow } from '../flows/packed-flow.ts'
import { refuseLong } from '../flows/room.ts'

/** The content of a stored flow. */
export async function readStored(packed: Uint8Array<ArrayBuffer>): Promise<Content> {
  const stored: FlowData = JSON.parse(await unpackFlow(packed))
  const parsed = parseFlow(stored)
  if (!parsed.ok) throw new Error('A stored flow cannot be read.')
  return { flow: parsed.flow, name: stored.name, description: stored.description }
}

interface Stored {
  id: string
  name: string
  description: string
  version: number
  createdAt: number
  updatedAt: number
}

/** Packs a content as a flow is stored. Throws 'client/too-large' when the API would not accept it. */
export async function packContent({ flow }: Content, stored: Stored) {
  const texts = {
    nodes: JSON.stringify(flow.nodes),
    edges: JSON.stringify(flow.edges),
    groups: flow.groups && JSON.stringify(flow.groups),
    slides: flow.slides && JSON.stringify(flow.slides),
    simulation: flow.simulation && JSON.stringify(flow.simulation),
  }
  refuseLong(Object.values(texts).reduce((sum, text = '') => sum + text.length, 0))
  return packFlow({ ...stored, ...texts, documentVersion: DOCUMENT_VERSION })
}

interface Heading {
  name: string
  description: string
}

/** What a document calls its flow, or what it was called where the API would refuse that. */
export function headingOf({ name, description }: Heading, stored: Heading): Heading {
  const { shape } = saveFlowSchema
  return {
    name: shape.name.safeParse(name).data ?? stored.name,
    description: shape.description.safeParse(description).data ?? stored.description,
  }
}
