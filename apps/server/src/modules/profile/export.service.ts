import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { unpackInChunks } from '../../packed.ts'
import { findInBin, listBin } from '../bin/bin.repository.ts'
import { listCommentsOf } from '../comments/comments.repository.ts'
import { findPacked, listExperiments } from '../experiments/experiments.repository.ts'
import { packDrawn } from '../flows/drawn-flow.ts'
import { findFlow, listFlowIds } from '../flows/flows.repository.ts'
import { flowInChunks } from '../flows/packed-flow.ts'
import { findTags } from '../library/library.repository.ts'
import type { LiveActions } from '../live/live.actions.ts'
import { listSharesOf } from '../sharing/sharing.repository.ts'
import { listTeamSharesOf } from '../sharing/team-shares.repository.ts'
import { listTeams } from '../teams/teams.repository.ts'
import { findKept, listAllVersions } from '../versions/versions.repository.ts'
import type { ProfileActions } from './profile.actions.ts'
import { findProfile } from './profile.repository.ts'
import { presentProfile } from './profile.service.ts'

interface ExportServiceOptions {
  database: Database
  live: LiveActions
  logger: Logger
  now: () => number
}

type UnsavedHead = Parameters<typeof packDrawn>[0]['head'] & { unsaved_since: number | null }

/** Exports all stored data of a user, a part of one flow, version or experiment at a time to limit memory. */
export function createExportService(options: ExportServiceOptions): Pick<ProfileActions, 'export'> {
  const { database, live, logger, now } = options

  /** What was drawn since the last save as well; undefined where nothing was. */
  const drawnIn = async (id: string, head: UnsavedHead) =>
    head.unsaved_since === null ? undefined : packDrawn({ live, id, head, now: now() })

  async function* pieces(userId: string, head: string): AsyncGenerator<string | Uint8Array> {
    yield `{"data":${head.slice(0, -1)},"flows":[`
    let separator = ''
    for (const { id } of await listFlowIds(database.read, userId)) {
      const [flow] = await findFlow(database, userId, id)
      // Removed meanwhile.
      if (!flow) continue
      const drawn = await drawnIn(id, flow)
      yield separator
      yield* flowInChunks(drawn ?? flow.packed)
      separator = ','
    }
    const tags = Map.groupBy(await findTags(database.read, userId), ({ tag }) => tag)
    const groups = [...tags].map(([tag, of]) => ({ tag, flows: of.map(({ flow_id }) => flow_id) }))
    const shares = await listSharesOf(database.read, userId)
    const comments = (await listCommentsOf(database.read, userId)).map(({ created_at, ...comment }) => ({
      ...comment,
      createdAt: new Date(created_at).toISOString(),
    }))
    const teams = (await listTeams(database.read, userId)).map(({ id, name, role }) => ({ id, name, role }))
    const teamShares = await listTeamSharesOf(database.read, userId)
    const [tagged, shared, written] = [groups, shares, comments].map((list) => JSON.stringify(list))
    yield `],"tags":${tagged},"shares":${shared},"comments":${written}`
    yield `,"teams":${JSON.stringify(teams)},"teamShares":${JSON.stringify(teamShares)},"removedFlows":[`
    separator = ''
    for (const { id } of await listBin(database.read, [userId])) {
      const flow = await findInBin(database.read, userId, id)
      if (!flow) continue
      const drawn = await drawnIn(id, flow)
      yield separator
      yield* flowInChunks(drawn ?? flow.packed)
      separator = ','
    }
    yield '],"versions":['
    separator = ''
    for (const row of await listAllVersions(database.read, userId)) {
      const { flow_id: flow, version, saved_at: savedAt, name, note, restored_from: restoredFrom } = row
      const about = { flow, version, savedAt: new Date(savedAt).toISOString(), name, note, restoredFrom }
      const kept = await findKept(database.read, userId, flow, version)
      yield `${separator}${JSON.stringify(about).slice(0, -1)},"content":`
      if (kept) yield* flowInChunks(kept)
      yield kept ? '}' : 'null}'
      separator = ','
    }
    yield '],"experiments":['
    separator = ''
    for (const { id, ...experiment } of await listExperiments(database.read, userId)) {
      const request = await findPacked(database.read, userId, id, 'request')
      if (!request) continue
      const found = await findPacked(database.read, userId, id, 'result')
      const { kind, name, state } = experiment
      const head = JSON.stringify({ kind, name, state, createdAt: new Date(experiment.created_at).toISOString() })
      yield `${separator}${head.slice(0, -1)},"request":`
      yield* unpackInChunks(request)
      yield ',"result":'
      if (found) yield* unpackInChunks(found)
      yield found ? '}' : 'null}'
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
      return ReadableStream.from(inBytes(pieces(id, head)))
    },
  }
}

async function* inBytes(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) if (piece.length > 0) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
