import type { SaveFault } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'

interface FailedSave {
  fault: SaveFault
  now: number
  /** When it is tried again: after so long, then after twice as long each time, up to the other. */
  retryMs: number
  mostRetryMs: number
}

/**
 * Notes why a document could not be saved, and when it is tried again: later each time, so that those that never can be saved do not
 * take the time of the others. Returns false where its flow has all of it.
 */
export async function noteFailedSave(
  queries: Queries,
  flowId: string,
  { fault, now, retryMs, mostRetryMs }: FailedSave,
): Promise<boolean> {
  const row = await queries
    .updateTable('live_documents')
    .set(({ eb }) => ({ failed_saves: eb('failed_saves', '+', 1), save_fault: fault }))
    .where('flow_id', '=', flowId)
    .where('unsaved_since', 'is not', null)
    .returning('failed_saves')
    .executeTakeFirst()
  if (!row) return false
  const wait = Math.min(retryMs * 2 ** (row.failed_saves - 1), mostRetryMs)
  await queries
    .updateTable('live_documents')
    .set({ next_save_at: now + wait })
    .where('flow_id', '=', flowId)
    .execute()
  return true
}

interface Waiting {
  quietSince: number
  unsavedSince: number
  now: number
  /** Whether those that could not be saved are asked for, or the others. */
  haveFailed: boolean
  most: number
  mostOfOwner: number
}

/**
 * Flows that have not got all updates, and have been left alone since a time or been like that since another. Of each owner the one that
 * is due first comes before the second one of anybody.
 */
export function listUnsaved(queries: Queries, waiting: Waiting) {
  const { quietSince, unsavedSince, now, haveFailed, most, mostOfOwner } = waiting
  return queries
    .selectFrom(
      queries
        .selectFrom('live_documents')
        .innerJoin('flows', 'flows.id', 'live_documents.flow_id')
        .where('unsaved_since', 'is not', null)
        .where(({ or, eb }) => or([eb('changed_at', '<=', quietSince), eb('unsaved_since', '<=', unsavedSince)]))
        .where((eb) => (haveFailed ? eb('next_save_at', '<=', now) : eb('next_save_at', 'is', null)))
        .select(({ fn }) => ['flow_id', fn.coalesce('next_save_at', 'unsaved_since').as('due')])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('flows.user_id').orderBy(({ fn }) => fn.coalesce('next_save_at', 'unsaved_since')),
            )
            .as('nth_of_owner'),
        )
        .as('waiting'),
    )
    .select('flow_id')
    .where('nth_of_owner', '<=', mostOfOwner)
    .orderBy('nth_of_owner')
    .orderBy('due')
    .limit(most)
    .execute()
}
