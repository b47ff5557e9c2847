import {
  type Axis,
  countedOf,
  pageOfSweep,
  readAxis,
  type SweepReport,
  savedTexts,
  sweepDesign,
} from '@plimsoll/experiments'
import { type Call, type Done, UsageError } from '../command.ts'
import { describeFaults } from '../simulate/flow-file.ts'
import { readDesign } from '../simulate/read-design.ts'
import { runExperiment } from './run-experiment.ts'

const WHY = {
  fail: 'Not all objectives are met.',
  undecided: 'Whether all objectives are met cannot be decided: simulate longer.',
} as const

/** Every combination of the values that are given. */
export const runSweep = (call: Call): Promise<Done> =>
  runExperiment(call, {
    name: 'sweep',
    read: async (options, faults) => {
      const design = await readDesign({ file: call.file, options }, faults)
      const isGiven = options.settings.length > 0 || design === null
      const texts = isGiven ? options.settings : savedTexts(design.named.flow, 'sweep')
      const option = isGiven ? '--set' : 'simulation.sweep'
      if (design !== null && texts.length === 0) faults.push('There is nothing to vary: give values with --set.')
      const read = texts.map(readAxis)
      faults.push(...read.flatMap((one) => (typeof one === 'string' ? [`${option} ${one}`] : [])))
      const axes = read.filter((one): one is Axis => typeof one !== 'string')
      return design && { ...design, axes, option }
    },
    run: async ({ named, plan, axes, option }, { budget, show, ...surroundings }) => {
      const report = await sweepDesign({
        ...named,
        plan,
        axes,
        ...surroundings,
        stop: budget,
        onProgress: (done, all) => {
          const text = `${countedOf(done, all, 'combination')} simulated`
          if (done === all) call.tell(text)
          else show(text, done / all)
        },
      })
      if ('faults' in report) {
        const faults = report.faults.map((fault) => `${option} ${fault}`)
        throw new UsageError(describeFaults('The values cannot be set:', faults))
      }
      return report
    },
    answer: (report: SweepReport) => ({
      page: pageOfSweep(report),
      isMet: report.points.every(({ verdict }) => verdict === null || verdict === 'pass'),
      tests: report.points.map(({ values, verdict, isSteady }) => ({
        name: Object.entries(values)
          .map(([property, value]) => `${property}=${value}`)
          .join(' '),
        problem:
          verdict === null || verdict === 'pass'
            ? null
            : {
                kind: 'failure',
                type: verdict === 'fail' ? 'missed' : 'undecided',
                message: isSteady ? WHY[verdict] : 'There is no steady state.',
              },
      })),
    }),
  })
