import type { Command, Option } from '../command.ts'
import { SETTING_OPTIONS } from '../simulate/setting-options.ts'
import { simulate } from './simulate.ts'

const { set, slo, seed, threads, budget, warmup, format, out, duration, replications } = simulate.options as Readonly<
  Record<string, Option>
>

/** What all of them take. */
const OPTIONS = {
  duration: { ...duration, help: 'simulated time of a replication (see above; 60s with --replications)' },
  warmup,
  replications: { ...replications, help: 'how many runs with own seeds (see above; 10 with --duration)' },
  budget: { ...budget, help: 'how long it may take by the clock (no limit)' },
  seed,
  threads,
} as Readonly<Record<string, Option>>
const OUTPUT = { ...SETTING_OPTIONS, slo, format, out } as Readonly<Record<string, Option>>
const SET = { set } as Readonly<Record<string, Option>>

const EXIT =
  '2 when something given is wrong, 3 when the engine gave up. Objectives and settings are given as to simulate; what is not given is ' +
  'as it is saved with the flow.'
/** Where there is no answer before the end. */
const BUDGET_EXIT = ', or when the time of --budget was over first'

const capacity: Command = {
  name: 'capacity',
  argument: 'FLOW.json',
  summary: 'Find the highest load that meets all objectives',
  details:
    'By bisection over simulation with the same random numbers, each load until its objectives are decided, unless --duration or ' +
    '--replications is given. Without objectives fewer than 1 % may fail, and there must be a steady state. Ends with 0 when the load of ' +
    `the flow meets them, 1 when it does not or that cannot be decided, ${EXIT}`,
  options: {
    ...OPTIONS,
    ...SET,
    client: {
      group: 'Run',
      value: 'ID',
      help: 'vary the load of this client alone, by id or label (all, by the same factor)',
    },
    ...OUTPUT,
  },
  isOfServer: false,
  simulates: true,
  run: async (call) => (await import('../experiments/capacity.ts')).runCapacity(call),
}

const compare: Command = {
  name: 'compare',
  argument: 'A.json',
  otherArgument: 'B.json',
  summary: 'Compare two designs on the same random numbers',
  details:
    'Tells each figure of both with the interval of the difference, and the properties that differ, from twenty pairs of replications, each as ' +
    'long as the design that needs longer runs requires, unless it is said otherwise. Without B.json, B is A with what --set-b says, or else with the ' +
    'changes that are saved in A to compare it with. Ends with 0 when B meets every objective, 1 when one is missed or cannot be decided' +
    `${BUDGET_EXIT}, ${EXIT}`,
  options: {
    ...OPTIONS,
    set: { ...set, help: 'try another value in both; repeatable' } as Option,
    'set-a': { ...set, help: 'in A alone; repeatable' } as Option,
    'set-b': { ...set, help: 'in B alone; repeatable' } as Option,
    ...OUTPUT,
  },
  isOfServer: false,
  simulates: true,
  run: async (call) => (await import('../experiments/compare.ts')).runComparison(call),
}

const sweep: Command = {
  name: 'sweep',
  argument: 'FLOW.json',
  summary: 'Simulate every combination of values of properties',
  details:
    'With the same random numbers, four replications of 60 s each, shorter ones where the combinations take too many events, unless it is said ' +
    'otherwise; without --set the values that are saved with the flow. Ends with 0 when every combination meets every objective, 1 when one ' +
    `does not or that cannot be decided${BUDGET_EXIT}, ${EXIT}`,
  options: {
    ...OPTIONS,
    set: {
      group: 'Run',
      value: 'NODE.PROPERTY=VALUES',
      isRepeatable: true,
      help: 'a range such as 1..8 or 0..1..0.1 (step), or a list such as 50,100,200; repeatable',
    },
    ...OUTPUT,
  },
  isOfServer: false,
  simulates: true,
  run: async (call) => (await import('../experiments/sweep.ts')).runSweep(call),
}

const sensitivity: Command = {
  name: 'sensitivity',
  argument: 'FLOW.json',
  summary: 'Find what matters most to p99, or to the highest load',
  details:
    'Tries a lower and a higher value of each numeric property of every component and connection that is used by more than a half, or ' +
    'else of the three that are used most, one at a time with the same random numbers. Six replications of 60 s each, shorter ones where the ' +
    'values take too many events, unless it is said otherwise. Where they are too short to show p99, p95 or the mean takes its place. Ends with 0, ' +
    `1 when the time of --budget was over first, ${EXIT}`,
  options: {
    ...OPTIONS,
    set: {
      group: 'Run',
      value: 'NODE.PROPERTY=FROM..TO',
      isRepeatable: true,
      help: 'only these properties, at the one value and at the other; repeatable',
    },
    measure: {
      group: 'Run',
      value: 'MEASURE',
      help: 'p99, or capacity: the highest load that meets all objectives, too (p99)',
    },
    by: { group: 'Run', value: 'SHARE', help: 'how much less and more, not with --set (20%)' },
    above: { group: 'Run', value: 'SHARE', help: 'vary what is used by more than so much, not with --set (50%)' },
    ...OUTPUT,
  },
  isOfServer: false,
  simulates: true,
  run: async (call) => (await import('../experiments/sensitivity.ts')).runSensitivity(call),
}

const drill: Command = {
  name: 'drill',
  argument: 'FLOW.json',
  summary: 'Take each component out in turn',
  details:
    'For half a minute in five replications of 90 s, which go on until 180 s where they do not show that the design recovers; with --duration ' +
    'or --replications for a sixth of the time, after a third of it. Ends with 0 when every ' +
    `objective is met whatever is out, and all heal, 1 when not or that cannot be decided${BUDGET_EXIT}, ${EXIT}`,
  options: {
    ...OPTIONS,
    ...SET,
    only: {
      group: 'Run',
      value: 'ID',
      isRepeatable: true,
      help: 'this component, by id or label (all but clients); repeatable',
    },
    ...OUTPUT,
  },
  isOfServer: false,
  simulates: true,
  run: async (call) => (await import('../experiments/drill.ts')).runDrill(call),
}

export const EXPERIMENTS: readonly Command[] = [capacity, compare, sensitivity, sweep, drill]
