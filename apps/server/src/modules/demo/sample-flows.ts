import { TEMPLATES } from '@plimsoll/catalog'
import { DOCUMENT_VERSION, instantiateTemplate } from '@plimsoll/flow'
import { newId } from '../../database/ids.ts'
import type { NewFlow } from '../flows/flows.repository.ts'

/** What a newcomer finds in the library of the demo account: designs that run, drawn from the templates. */
const SAMPLES = [
  {
    template: 'three-tier',
    name: 'Three-tier web shop',
    description: 'A load balancer before two servers, a cache before the database: the classic to start from.',
  },
  {
    template: 'web-app-caching',
    name: 'News site with a cache',
    description: 'What most readers ask for comes from a cache; see what is left for the database.',
  },
  {
    template: 'event-driven',
    name: 'Orders and sensors as events',
    description: 'Producers announce, processors take from queues at their own pace.',
  },
] as const

/** The samples as rows of this user. */
export function sampleFlows(userId: string, now: number): NewFlow[] {
  return SAMPLES.map(({ template: templateId, name, description }, index) => {
    const template = TEMPLATES.find(({ id }) => id === templateId)
    if (!template) throw new Error(`There is no template ${templateId}.`)
    const { nodes, edges } = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: newId })
    return {
      id: newId(),
      user_id: userId,
      name,
      description,
      node_count: nodes.length,
      edge_count: edges.length,
      document_version: DOCUMENT_VERSION,
      created_at: now,
      // The list shows the newest first: keep the order above.
      updated_at: now - index,
      nodes: JSON.stringify(nodes),
      edges: JSON.stringify(edges),
    }
  })
}
