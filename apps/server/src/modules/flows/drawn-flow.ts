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
 * have; whoever draws is told so.
 */
export async function packDrawn({ live, id, head, now }: DrawnOptions) {
  const content = await live.content(id)
  const { version, created_at: createdAt } = head
  return packContent(content, { id, ...headingOf(content, head), version, createdAt, updatedAt: now }).catch(
    (error) => {
      if (error instanceof ApiError && error.code === 'client/too-large') return undefined
      throw error
    },
  )
}
