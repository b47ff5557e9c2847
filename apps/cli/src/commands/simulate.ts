import type { Command } from '../command.ts'

export const simulate: Command = {
  name: 'simulate',
  argument: 'FLOW.json',
  summary: 'Simulate a saved flow',
  details:
    'Runs it as often as there are replications, each with the next seed, and tells what all of them show. Ends with ' +
    '0 when every objective is met, 1 when one is missed or cannot be decided, 2 when something given is wrong. An ' +
    'objective is a metric (mean, p50, p95, p99, p999, throughput, errorRate), a comparison (< <= > >=) and a limit. ' +
    'What is not said here is taken from the settings that are saved with the flow.',
  options: {
    engine: { value: 'ENGINE', help: 'events, or live as in the editor (events)' },
    duration: { value: 'TIME', help: 'simulated time of a replication (60s)' },
    warmup: { value: 'PART', help: 'what no figure counts: 10%, 5s or auto (10%)' },
    replications: { value: 'COUNT', help: 'how many runs with seeds of their own (10)' },
    seed: { value: 'NUMBER', help: 'the seed of the first (1)' },
    threads: { value: 'COUNT', help: 'how many run at once (as many as cores)' },
    set: { value: 'NODE.PROPERTY=VALUE', isRepeatable: true, help: 'try another value; repeatable' },
    slo: { value: 'OBJECTIVE', isRepeatable: true, help: "such as 'p99<250ms'; repeatable" },
    format: { value: 'FORMAT', help: 'text, json or csv (text)' },
    out: { value: 'FILE', help: 'write to FILE instead of standard output' },
  },
  isOfServer: false,
  run: async (call) => (await import('../simulate/run-simulation.ts')).runSimulation(call),
}
