import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { findFlow, listFlowIds } from '../flows/flows.repository.ts'
import { unpackFlow } from '../flows/packed-flow.ts'
import type { ProfileActions } from './profile.actions.ts'
import { findProfile } from './profile.repository.ts'
import { presentProfile } from './profile.service.ts'

interface ExportServiceOptions {
  database: Database
  logger: Logger
  now: () => number
}

/** Exports all stored data of a user, one flow at a time to limit memory. */
export function createExportService({ database, logger, now }: ExportServiceOptions): Pick<ProfileActions, 'export'> {
  async function* pieces(userId: string, head: string) {
    yield `{"data":${head.slice(0, -1)},"flows":[`
    let separator = ''
    for (const { id } of await listFlowIds(database.read, userId)) {
      const [flow] = await findFlow(database, userId, id)
      // Removed meanwhile.
      if (!flow) continue
      yield separator + (await unpackFlow(flow.packed))
      separator = ','
    }
    yield ']}}'
  }

  return {
    async export({ id }) {
      const [row] = await findProfile(database, id)
      if (!row) throw new ApiError('auth/unauthorized')
      const profile = { ...presentProfile(row), createdAt: new Date(row.created_at).toISOString() }
      const head = JSON.stringify({ exportedAt: new Date(now()).toISOString(), profile })
      logEvent(logger, 'data-exported', { userId: id })
      return ReadableStream.from(pieces(id, head)).pipeThrough(new TextEncoderStream())
    },
  }
}
