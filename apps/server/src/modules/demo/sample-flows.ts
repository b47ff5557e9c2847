import { TEMPLATES } from '@plimsoll/catalog'
import { DOCUMENT_VERSION, type Flow, instantiateTemplate, parseFlow } from '@plimsoll/flow'
import { newId } from '../../database/ids.ts'
import { libraryEntry, type NewEntry } from '../../database/library-entry.ts'
import type { NewFlow } from '../flows/flows.repository.ts'
import { packFlow } from '../flows/packed-flow.ts'
import marketplace from './marketplace.flow.json' with { type: 'json' }

/** The flows of a new sandbox. */
const SAMPLES = [
  {
    create: fromTemplate('three-tier'),
    name: 'Three-tier web shop',
    description: 'A load balancer before two servers, a cache before the database: the classic to start from.',
  },
  {
    create: fromTemplate('web-app-caching'),
    name: 'News site with a cache',
    description: 'What most readers ask for comes from a cache; see what is left for the database.',
  },
  {
    create: fromTemplate('event-driven'),
    name: 'Orders and sensors as events',
    description: 'Producers announce, processors take from queues at their own pace.',
  },
  {
    create: () => fromDocument(marketplace),
    name: marketplace.name,
    description: marketplace.description,
  },
] as const

interface Sample {
  row: NewFlow
  entry: NewEntry
}

/** The samples as rows for this user. */
export function sampleFlows(userId: string, now: number): Promise<Sample[]> {
  return Promise.all(
    SAMPLES.map(async ({ create, name, description }, index) => {
      const { nodes, edges, groups } = create()
      const id = newId()
      // The library lists the newest first.
      const updatedAt = now - index
      const packed = await packFlow({
        id,
        name,
        description,
        version: 1,
        documentVersion: DOCUMENT_VERSION,
        createdAt: updatedAt,
        updatedAt,
        nodes: JSON.stringify(nodes),
        edges: JSON.stringify(edges),
        groups: groups && JSON.stringify(groups),
        slides: undefined,
        simulation: undefined,
      })
      const row = {
        id,
        user_id: userId,
        name,
        description,
        node_count: nodes.length,
        edge_count: edges.length,
        created_at: updatedAt,
        updated_at: updatedAt,
        packed,
      }
      return { row, entry: libraryEntry(row, nodes) }
    }),
  )
}

function fromTemplate(templateId: string): () => Flow {
  return () => {
    const template = TEMPLATES.find(({ id }) => id === templateId)
    if (!template) throw new Error(`There is no template ${templateId}.`)
    return instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: newId })
  }
}

function fromDocument(document: unknown): Flow {
  const parsed = parseFlow(document)
  if (!parsed.ok) throw new Error(`A sample cannot be read: ${JSON.stringify(parsed.faults)}`)
  return parsed.flow
}
