import { ApiError } from '../../errors.ts'
import type { LiveActions } from '../live/live.actions.ts'
import { headingOf, packContent } from '../live/stored-content.ts'

interface StoredHead {
  version: number
  created_at: number
  name: string
  description: string
}

interface DrawnOptions {
  live: LiveActions
  id: string
  /** As the flow is stored. */
  head: StoredHead
  now: number
}

/**
 * A flow with what is in the log of its document already, in the version that is stored. Undefined where that is more than a flow may
 * have, of which whoever draws is told, and where the document is gone meanwhile.
 */
export async function packDrawn({ live, id, head, now }: DrawnOptions) {
  const { version, created_at: createdAt } = head
  try {
    const content = await live.content(id)
    return await packContent(content, { id, ...headingOf(content, head), version, createdAt, updatedAt: now })
  } catch (error) {
    if (error instanceof ApiError && WITHOUT_LOG.has(error.code)) return undefined
    throw error
  }
}

const WITHOUT_LOG: ReadonlySet<string> = new Set(['client/too-large', 'resource/not-found'])
