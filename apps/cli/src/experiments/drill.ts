import {
  clientsOf,
  type DrillReport,
  describeJudged,
  describeNames,
  drillDesign,
  findByName,
  meetsAll,
  pageOfDrill,
} from '@plimsoll/experiments'
import type { Call, Done } from '../command.ts'
import { problemOf } from '../simulate/junit.ts'
import { readDesign } from '../simulate/read-design.ts'
import { runExperiment } from './run-experiment.ts'

/** Each component out in turn. */
export const runDrill = (call: Call): Promise<Done> =>
  runExperiment(call, {
    name: 'drill',
    read: async (options, faults) => {
      const design = await readDesign({ file: call.file, settings: options.settings, options }, faults)
      if (design === null) return null
      const { flow } = design.named
      const clients = new Set(clientsOf(flow).map(({ id }) => id))
      const others = flow.nodes.filter(({ id }) => !clients.has(id)).map(({ id, data }) => data.label || id)
      const only = call.texts('only').flatMap((name) => {
        const found = findByName(flow, name, ['nodes'])
        if (found === null)
          faults.push(`--only ${name} is no component of this flow. There are: ${describeNames(others, name)}`)
        else if (typeof found === 'string') faults.push(`--only ${found}`)
        else if (clients.has(found.id)) faults.push(`--only ${name} is a client: all but clients can be out.`)
        else return [found.id]
        return []
      })
      return { ...design, only }
    },
    run: ({ named, plan, only }, { budget, show, ...surroundings }) => {
      let told = 0
      return drillDesign({
        ...named,
        plan,
        ...surroundings,
        stop: budget,
        ...(only.length > 0 && { only }),
        onProgress: (done, all, ofAll) => {
          if (done > told) call.tell(`${done} of ${all} simulated`)
          else show(`${done} of ${all} simulated`, ofAll)
          told = done
        },
      })
    },
    answer: (report: DrillReport) => ({
      page: pageOfDrill(report),
      isMet: meetsAll(report),
      tests: [
        ...report.objectives.map((one) => ({ name: describeJudged(one), problem: problemOf(one) })),
        ...report.drills.flatMap(({ label, objectives, healed, sentence }) => [
          ...objectives.map((one) => ({ name: `${label} out: ${describeJudged(one)}`, problem: problemOf(one) })),
          {
            name: `${label} out: heals`,
            problem:
              healed === 'yes'
                ? null
                : ({ kind: 'failure', type: healed === 'no' ? 'missed' : 'undecided', message: sentence } as const),
          },
        ]),
      ],
    }),
  })
