import type { Command } from '../command.ts'
import { SETTING_OPTIONS } from '../simulate/setting-options.ts'

export const simulate: Command = {
  name: 'simulate',
  argument: 'FLOW.json',
  insteadOfArgument: 'replay',
  summary: 'Simulate a saved flow',
  details:
    'Runs ten replications, each with the next seed, until every objective is decided and the figures are known to 5 %, or 100 million ' +
    'events are simulated; with --duration or --replications exactly so much. Ends with ' +
    '0 when every objective is met, 1 when one is missed or cannot be decided, 2 when something given is wrong, 3 ' +
    'when the engine gave up. An ' +
    'objective is a metric (mean, p50, p95, p99, p999, throughput, errorRate; of messages delay.mean, delay.p50, ' +
    'delay.p95, delay.p99, delay.p999, messageLoss and lag, the most that wait), a comparison (< <= > >=) and a limit. After the metric, @NODE, @client:ID or @type:Read makes it one of that part, ' +
    '@EDGE of the messages of a connection. ' +
    'Options come before the settings that are saved with the flow, which come before the defaults; --load and ' +
    '--fault add to those saved. --replay takes the place of FLOW.json: the flow, its edits and the seed are those of the run, and the ' +
    'report is about all of it. With --server the flow that a server holds is simulated here, with the API token of PLIMSOLL_TOKEN and no file. Where GITHUB_STEP_SUMMARY names a file, a summary in Markdown is appended to it.',
  options: {
    server: {
      group: 'Run',
      value: 'URL',
      help: 'take the flow from this server: FLOW.json is its id or its address then',
    },
    engine: { group: 'Run', value: 'ENGINE', help: 'events, or live as in the editor (events)' },
    duration: { group: 'Run', value: 'TIME', help: 'simulated time of a replication (as it takes; 60s)' },
    warmup: {
      group: 'Run',
      value: 'PART',
      help: 'left out of all figures, of response times half at least: 10%, 5s or auto (10%)',
    },
    replications: { group: 'Run', value: 'COUNT', help: 'how many runs with own seeds (as it takes; 10)' },
    precision: { group: 'Run', value: 'SHARE', help: 'how narrow an interval is to be (5%)' },
    budget: { group: 'Run', value: 'TIME', help: 'how long it may take by the clock (100 million events)' },
    seed: { group: 'Run', value: 'NUMBER', help: 'the seed of the first (1)' },
    threads: { group: 'Run', value: 'COUNT', help: 'how many run at once (as many as cores)' },
    replay: { group: 'Run', value: 'RUN.json', help: 'let a run that was saved happen again, edits and all' },
    set: { group: 'Run', value: 'NODE.PROPERTY=VALUE', isRepeatable: true, help: 'try another value; repeatable' },
    ...SETTING_OPTIONS,
    slo: {
      group: 'Objectives',
      value: 'OBJECTIVE',
      isRepeatable: true,
      help: "such as 'p99<250ms', or 'p99@API<90ms' of a part; repeatable",
    },
    format: { group: 'Output', value: 'FORMAT', isOnly: true, help: 'text, json, csv, html, junit or markdown (text)' },
    out: { group: 'Output', value: 'FILE', isOnly: true, help: 'write to FILE instead of standard output' },
  },
  isOfServer: false,
  simulates: true,
  faultsOf: async (call) => (await import('../simulate/run-simulation.ts')).faultsOf(call),
  run: async (call) => (await import('../simulate/run-simulation.ts')).runSimulation(call),
}
