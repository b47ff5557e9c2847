import { NODE_KINDS, type NodeData } from '@plimsoll/catalog'
import type { AssumptionId } from '../../assumptions.ts'
import { EVENT_FAILURES } from '../../failure-reasons.ts'
import type { Balancing, Ejection, Health } from '../../model.ts'
import type { EventSettings } from '../../settings.ts'
import { amount, share } from '../amount.ts'
import { buckets } from '../limits.ts'
import type { Notes } from '../notes.ts'
import { forAll, type NodeCompiler, PLAIN, PLAIN_STATION, service } from './plan.ts'

type Data = Partial<NodeData<'LoadBalancer'>>
type Plain = Exclude<Balancing, { by: 'session' }>

const { properties } = NODE_KINDS.LoadBalancer

const ALGORITHMS: Readonly<Record<NodeData<'LoadBalancer'>['algorithm'], Plain>> = {
  'Round Robin': { by: 'rotation' },
  'Least Connections': { by: 'least-connections' },
  'IP Hash': { by: 'user' },
  Weighted: { by: 'weighted-rotation' },
  'URL Path': { by: 'class' },
}

const DELAY: Readonly<Record<NodeData<'LoadBalancer'>['loadBalancerType'], (ms: number, notes: Notes) => number>> = {
  Application: (ms) => ms,
  Network: (ms, { assume }) => Math.max(0, ms - assume('networkBalancer')),
  Classic: (ms) => ms,
  Gateway: (ms, { assume }) => ms + assume('gatewayBalancer'),
}

/** What another one takes over after; null: at once. */
const TAKEN_OVER: Readonly<Record<NodeData<'LoadBalancer'>['failoverStrategy'], AssumptionId | null>> = {
  'Active-Passive': 'failoverPassive',
  'Active-Active': null,
  'N+1': 'failoverSpare',
}

export const loadBalancer: NodeCompiler<'LoadBalancer'> = (data, scope) => {
  const { notes, settings, id } = scope
  const type = data.loadBalancerType ?? 'Application'
  const delayMs = DELAY[type](amount(data.processingLatency, 0), notes)
  // A delay, not work: it is the same for all requests unless the run says otherwise.
  const shape = Object.hasOwn(settings.serviceOf, id) ? service(forAll(delayMs), scope) : { meanMs: forAll(delayMs) }
  return {
    ...PLAIN,
    stations: [
      {
        ...PLAIN_STATION,
        ...shape,
        admission: Math.round(amount(data.maxConnections, Number.POSITIVE_INFINITY, 1)),
        extraMs: data.sslTermination === true ? notes.assume('decryption') : 0,
        limits: buckets({
          perSecond: data.maxThroughput,
          reason: data.rateLimitingEnabled === true ? EVENT_FAILURES.rateLimited : EVENT_FAILURES.overload,
        }),
      },
    ],
    stationOf: [0, 0, 0, 0],
    balancer: balancingOf(data, settings),
    health: data.healthCheckEnabled === true ? healthOf(data) : null,
    ejection: settings.outlierEjection ? ejectionOf(notes) : null,
    failureProbability: share(data.failureProbability),
    ...afterFault(data, notes),
    passesTlsOn: data.sslTermination === false,
    followsScaling: data.connectToAutoScaling !== false,
  }
}

function balancingOf(data: Data, { lb }: EventSettings): Balancing {
  const otherwise = plainBalancing(data, lb)
  if (data.sessionPersistence !== true) return otherwise
  const minutes = amount(data.sessionTimeout, properties.sessionTimeout.default)
  return { by: 'session', forMs: minutes * 60_000, otherwise }
}

function plainBalancing(data: Data, lb: EventSettings['lb']): Plain {
  if (lb !== null) return { by: 'two-choices' }
  if (data.contentBasedRouting === true) return { by: 'class' }
  return ALGORITHMS[data.algorithm ?? 'Round Robin']
}

const healthOf = (data: Data): Health => ({
  intervalMs: amount(data.healthCheckInterval, properties.healthCheckInterval.default, 0.001) * 1000,
  timeoutMs: amount(data.healthCheckTimeout, properties.healthCheckTimeout.default) * 1000,
  unhealthyAfter: Math.round(amount(data.unhealthyThreshold, properties.unhealthyThreshold.default, 1)),
  healthyAfter: Math.round(amount(data.healthyThreshold, properties.healthyThreshold.default, 1)),
})

const ejectionOf = ({ assume }: Notes): Ejection => ({
  afterErrors: assume('ejectAfter'),
  forMs: assume('ejectFor') * 1000,
  mostShare: assume('ejectMost'),
})

/** How long requests find it down after a fault. */
function afterFault(data: Data, notes: Notes) {
  if (data.highAvailability !== true) return { repairMs: () => notes.assume('restart') * 1000 }
  const strategy = data.failoverStrategy ?? properties.failoverStrategy.default
  const after = TAKEN_OVER[strategy]
  if (after === null) return { outageMs: () => 0, repairMs: () => 0 }
  return { outageMs: (forMs: number) => notes.lasts(after, forMs), repairMs: () => notes.assume(after) * 1000 }
}
