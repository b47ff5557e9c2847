import {
  type ComparisonReport,
  compareDesigns,
  describeJudged,
  nameOfB,
  pageOfComparison,
  savedTexts,
} from '@plimsoll/experiments'
import type { Call, Done } from '../command.ts'
import { problemOf } from '../simulate/junit.ts'
import { readDesign } from '../simulate/read-design.ts'
import { runExperiment } from './run-experiment.ts'

/** Two designs on the same random numbers; without a second file the first with what is set of B. */
export const runComparison = (call: Call): Promise<Done> =>
  runExperiment(call, {
    name: 'compare',
    read: async (options, faults) => {
      const { settings } = options
      const ownSettings = { option: '--set-a', texts: call.texts('set-a') }
      const a = await readDesign({ file: call.file, settings, ownSettings, options }, faults)
      const given = call.texts('set-b')
      const isGiven = given.length > 0 || call.otherFile !== '' || a === null
      const ofB = isGiven ? given : savedTexts(a.named.flow, 'compare')
      if (a !== null && call.otherFile === '' && ofB.length === 0)
        faults.push('There is nothing to compare with: name B.json, or a property of B with --set-b.')
      const b = await readDesign(
        {
          file: call.otherFile || call.file,
          settings,
          ownSettings: { option: isGiven ? '--set-b' : 'simulation.compare', texts: ofB },
          options,
        },
        faults,
      )
      return a && b && { a, b, ...a, name: nameOfB(a.named, call.otherFile === '' ? null : b.named.name, ofB) }
    },
    run: ({ a, b, name }, { budget, show, ...surroundings }) =>
      compareDesigns({
        a: { ...a.named, plan: a.plan },
        b: { ...b.named, name, plan: b.plan },
        ...surroundings,
        stop: budget,
        onProgress: (of, { share, ofAll }) =>
          show(`${of.toUpperCase()}: ${Math.floor(share * 100)} % simulated`, ofAll),
      }),
    answer: (report: ComparisonReport) => ({
      page: pageOfComparison(report),
      isMet: report.b.objectives.every(({ result }) => result === 'pass'),
      tests: report.b.objectives.map((one) => ({ name: `B: ${describeJudged(one)}`, problem: problemOf(one) })),
    }),
  })
