import { setTimeout as delay } from 'node:timers/promises'
import { type CreateExperimentRequest, type Experiment, LIMITS } from '@plimsoll/contract'
import { type BodySource, isText, orThrow } from '../../bodies/body-source.ts'
import type { Database } from '../../database/database.ts'
import { isId, newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { pack, packedAnswer, unpack } from '../../packed.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { makeRoom } from '../flows/room.ts'
import { createCounts } from '../live/rates.ts'
import { checkDesigns } from './check-designs.ts'
import type { ExperimentActions } from './experiments.actions.ts'
import {
  addExperiment,
  countOpen,
  type ExperimentRow,
  findExperiment,
  findPacked,
  listExperiments,
  removeExperiment,
  removeOldest,
} from './experiments.repository.ts'

/** Any server may run the experiment: its row says how far it is. */
const LOOK_MS = 500
/** Of a user: as many as wait or run, in two windows. */
export const STREAMS_OF_USER = 40

interface ExperimentServiceOptions {
  database: Database
  quotaBytesPerUser: number
  /** Makes the runner look for experiments now. */
  wakeExperiments: () => void
  /** Aborted when the server stops. */
  closing: AbortSignal
  now: () => number
}

export function createExperimentService(options: ExperimentServiceOptions): ExperimentActions {
  const { database, quotaBytesPerUser, wakeExperiments, closing, now } = options
  const streams = createCounts()

  async function look(userId: string, id: string): Promise<Experiment | undefined> {
    const row = isId(id) ? await findExperiment(database.read, userId, id) : undefined
    return row && present(row)
  }

  async function find(userId: string, id: string): Promise<Experiment> {
    const experiment = await look(userId, id)
    if (!experiment) throw new ApiError('resource/not-found')
    return experiment
  }

  async function findStored(userId: string, id: string, column: 'request' | 'result') {
    const packed = isId(id) ? await findPacked(database.read, userId, id, column) : undefined
    if (!packed) throw new ApiError('resource/not-found')
    return packed
  }

  /** How far an experiment is, each time it has changed, until it is over. */
  async function* steps(userId: string, id: string, ended: AbortSignal) {
    try {
      let last = ''
      while (!ended.aborted) {
        const experiment = await look(userId, id)
        // Removed meanwhile.
        if (!experiment) return
        const text = JSON.stringify(experiment)
        if (text !== last) yield experiment
        last = text
        if (experiment.finishedAt !== null) return
        await delay(LOOK_MS, undefined, { signal: ended }).catch(() => {})
      }
    } finally {
      streams.add(userId, -1)
    }
  }

  return {
    list: async ({ id: userId }) => (await listExperiments(database.read, userId)).map(present),
    show: ({ id: userId }, id) => find(userId, id),

    watch({ id: userId }, id, gone) {
      if (streams.of(userId) >= STREAMS_OF_USER)
        throw new ApiError('client/too-many-requests', {
          message: 'Too many of your experiments are watched at once. Close some of their windows.',
          headers: { 'retry-after': '5' },
        })
      streams.add(userId, 1)
      return steps(userId, id, AbortSignal.any([gone, closing]))
    },

    async request({ id: userId }, id) {
      const request = await unpack(await findStored(userId, id, 'request'))
      return packedAnswer(await pack(Buffer.concat([Buffer.from('{"data":'), request, Buffer.from('}')])))
    },

    async result({ id: userId }, id) {
      return packedAnswer(await findStored(userId, id, 'result'))
    },

    async create({ id: userId, isDemo }, experiment, source) {
      const request = await packedRequest(experiment, source)
      const id = newId()
      const { kind, design, flow } = experiment
      const most = isDemo ? DEMO_LIMITS.openExperiments : LIMITS.openExperiments
      await database.write(async (queries) => {
        if (!(await lockUser(queries, userId))) throw new ApiError('auth/unauthorized')
        if ((await countOpen(queries, userId)) >= most) throw new ApiError('validation/experiments-open')
        await removeOldest(queries, userId, LIMITS.keptExperiments - 1)
        const row = {
          id,
          user_id: userId,
          kind,
          name: design.name,
          flow_id: flow?.id ?? null,
          flow_version: flow?.version ?? null,
          state: 'queued',
          request,
          created_at: now(),
        } as const
        await addExperiment(queries, row)
        await makeRoom(queries, userId, quotaBytesPerUser)
      })
      wakeExperiments()
      return find(userId, id)
    },

    async remove({ id: userId }, id) {
      const isRemoved = isId(id) && (await database.write((queries) => removeExperiment(queries, userId, id)))
      if (!isRemoved) throw new ApiError('resource/not-found')
      wakeExperiments()
    },
  }
}

function present({ created_at, started_at, finished_at, flow_id, flow_version, ...row }: ExperimentRow): Experiment {
  const time = (at: number | null) => at && new Date(at).toISOString()
  return {
    ...row,
    flow: flow_id === null || flow_version === null ? null : { id: flow_id, version: flow_version },
    createdAt: new Date(created_at).toISOString(),
    startedAt: time(started_at) || null,
    finishedAt: time(finished_at) || null,
  }
}

/** The body compressed. Throws with every fault and its path. */
async function packedRequest(
  experiment: CreateExperimentRequest,
  source: BodySource,
): Promise<Uint8Array<ArrayBuffer>> {
  if (isText(source)) {
    checkDesigns(experiment)
    return pack(source.text)
  }
  return orThrow(source.packed)
}
