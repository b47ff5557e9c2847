import { NODE_KINDS, type NodeData } from '@plimsoll/catalog'
import type { Scaling } from '../../model.ts'
import { amount, instances, share } from '../amount.ts'
import { buckets } from '../limits.ts'
import type { Notes } from '../notes.ts'
import { type NodeCompiler, PLAIN, PLAIN_STATION, type StationPlan, service } from './plan.ts'

type Data = Partial<NodeData<'Server'>>
type Slots = Pick<StationPlan, 'discipline' | 'slots'>

const { properties } = NODE_KINDS.Server

/** GHz at which a server needs its stated time. */
const REFERENCE_CPU_SPEED = 2.5

const SLOTS: Readonly<Record<NodeData<'Server'>['concurrencyModel'], (cores: number) => Slots>> = {
  'Single-Threaded': () => ({ discipline: 'fifo', slots: 1 }),
  'Worker Pool': (cores) => ({ discipline: 'fifo', slots: cores }),
  'Multi-Threaded': (cores) => ({ discipline: 'shared', slots: cores }),
  'Event-Loop': () => ({ discipline: 'shared', slots: 1 }),
}

const METRICS: Readonly<Record<NodeData<'Server'>['scalingMetric'], Scaling['metric']>> = {
  CPU: 'slots',
  Memory: 'admission',
  Requests: 'requests',
  Custom: 'requests',
}

const READY_S: Readonly<Record<NodeData<'Server'>['deploymentType'], (notes: Notes) => number>> = {
  Container: ({ assume }) => assume('containerReady'),
  VM: ({ assume }) => assume('vmReady'),
  'Bare Metal': () => 0,
  Serverless: () => 0,
}

export const server: NodeCompiler<'Server'> = (data, scope) => {
  const { notes, settings } = scope
  const speed = amount(data.cpuSpeed, REFERENCE_CPU_SPEED, 0.001)
  const workMs =
    (amount(data.averageProcessingTime, properties.averageProcessingTime.default) * REFERENCE_CPU_SPEED) / speed
  const computeMs = data.hasGPU === true ? workMs * notes.assume('gpu') : workMs
  const ofAllInstances: StationPlan = {
    ...PLAIN_STATION,
    ...service([workMs, workMs, computeMs, workMs], scope),
    extraMs: data.authenticationRequired === true ? notes.assume('authentication') : 0,
    limits: buckets({ perSecond: data.maxRequestsPerSecond }, { perSecond: data.rateLimitPerSecond }),
  }
  const isServerless = data.deploymentType === 'Serverless'
  return {
    ...PLAIN,
    stations: [
      isServerless
        ? withoutQueue(ofAllInstances, notes)
        : withInstances(ofAllInstances, data, { notes, footprintMB: settings.footprintMB }),
    ],
    stationOf: [0, 0, 0, 0],
    failureProbability: share(data.failureProbability),
    ...afterCrash(data, notes),
    region: data.region ?? null,
    answersClients: true,
    protocols: data.supportedProtocols ?? [],
  }
}

const withoutQueue = (station: StationPlan, { assume }: Notes): StationPlan => ({
  ...station,
  coldStart: { ms: assume('coldStart'), afterIdleMs: assume('coldAfter') * 60_000 },
})

function withInstances(
  station: StationPlan,
  data: Data,
  { notes, footprintMB }: { readonly notes: Notes; readonly footprintMB: number },
): StationPlan {
  const model = data.concurrencyModel ?? properties.concurrencyModel.default
  const cores = Math.round(amount(data.cpuCores, properties.cpuCores.default, 1))
  const memoryMB = amount(data.memory, Number.POSITIVE_INFINITY) * 1024
  return {
    ...station,
    ...SLOTS[model](cores),
    instances: instances(data.instances, properties.instances.default),
    admission: Math.round(amount(data.maxConcurrentRequests, Number.POSITIVE_INFINITY, 1)),
    memoryLimit: footprintMB > 0 ? Math.max(1, Math.floor(memoryMB / footprintMB)) : Number.POSITIVE_INFINITY,
    scaling: data.autoScaling === true ? scalingOf(data, notes) : null,
  }
}

function scalingOf(data: Data, notes: Notes): Scaling {
  const { assume } = notes
  const min = instances(data.minInstances, properties.minInstances.default)
  return {
    metric: METRICS[data.scalingMetric ?? 'CPU'],
    target: amount(data.scalingThreshold, properties.scalingThreshold.default, 1, 100) / 100,
    min,
    max: instances(data.maxInstances, Math.max(min, properties.maxInstances.default), min),
    syncMs: assume('scalingSync') * 1000,
    readyMs: READY_S[data.deploymentType ?? 'Container'](notes) * 1000,
    tolerance: assume('scalingTolerance'),
    stabilisationMs: assume('scalingPatience') * 1000,
  }
}

/** A planned outage is noticed by health checks only; a crash by chance also by whoever started the server. */
function afterCrash(data: Data, { assume, lasts }: Notes) {
  const isWatched = data.healthCheckEnabled === true
  const intervalS = amount(data.healthCheckInterval, properties.healthCheckInterval.default, 0.001)
  const noticedMs = isWatched ? intervalS * 1000 : 0
  const repairMs = () => noticedMs + assume('restart') * 1000
  const staysDown = data.restartPolicy === 'Never'
  const restarts = isWatched && data.restartPolicy !== undefined && !staysDown
  const outageMs = (forMs: number) => (restarts ? lasts('restart', forMs, noticedMs) : forMs)
  return { staysDown, outageMs, repairMs }
}
