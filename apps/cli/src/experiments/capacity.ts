import {
  type CapacityReport,
  clientNames,
  describeNames,
  findByName,
  findCapacity,
  formatNumber,
  pageOfCapacity,
  todayResult,
  Unfit,
} from '@plimsoll/experiments'
import type { Call, Done } from '../command.ts'
import { readDesign } from '../simulate/read-design.ts'
import { runExperiment } from './run-experiment.ts'

/** The highest load that meets all objectives. */
export const runCapacity = (call: Call): Promise<Done> =>
  runExperiment(call, {
    name: 'capacity',
    read: async (options, faults) => {
      const design = await readDesign({ file: call.file, settings: options.settings, options }, faults)
      if (design === null) return null
      const { flow } = design.named
      const [name] = call.texts('client')
      const client = name === undefined ? null : findByName(flow, name, ['nodes'])
      if (typeof client === 'string') faults.push(`--client ${client}`)
      else if (name !== undefined && client === null)
        faults.push(`--client ${name} is no client of this flow. There are: ${describeNames(clientNames(flow), name)}`)
      return { ...design, clientId: typeof client === 'string' ? null : (client?.id ?? null) }
    },
    run: async ({ named, plan, clientId }, { pool, budget, show }) => {
      const found = await findCapacity({
        ...named,
        plan,
        pool,
        clientId,
        budget,
        onProgress: ({ rps, tried, share, ofAll, isDone }) => {
          const load = `load ${tried + 1}: ${formatNumber(rps)} rps`
          if (isDone) call.tell(`${load} simulated`)
          else show(`${load}, ${Math.floor(share * 100)} %`, ofAll)
        },
      })
      if (!found.ok) throw new Unfit(found.faults)
      return found.capacity
    },
    answer: (capacity: CapacityReport) => {
      const result = todayResult(capacity)
      const test = `${capacity.objectives.join(', ')} at ${formatNumber(capacity.todayRps)} rps`
      return {
        page: pageOfCapacity(capacity),
        isMet: result === 'pass',
        isCut: capacity.ended === 'time',
        tests: [
          {
            name: test,
            problem:
              result === 'pass'
                ? null
                : { kind: 'failure', type: result === 'fail' ? 'missed' : 'undecided', message: capacity.sentence },
          },
        ],
      }
    },
  })
