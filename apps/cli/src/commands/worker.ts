import { type Command, UsageError } from '../command.ts'

export const worker: Command = {
  name: 'worker',
  summary: 'Compute parts of the experiments that a server runs',
  details:
    'Takes them from the PostgreSQL database that DATABASE_URL names, the one of the server, until it is ended. Any number of workers can ' +
    'run, on any machine: which of them computes a part makes no difference to the result. What a worker that ends has not finished, ' +
    'another computes again. It takes parts of its own version of the engine only.',
  options: { threads: { value: 'N', help: 'how many parts it computes at once (as many as cores)' } },
  isOfServer: true,
  async run(call) {
    const { databaseUrl } = await call.config()
    if (!databaseUrl)
      throw new UsageError(
        'DATABASE_URL is not set: with SQLite the server computes its experiments alone, and there are no parts to take.',
      )
    const { readOptions } = await import('../simulate/options.ts')
    const { threads } = readOptions(call)
    const { runWorker } = await import('../experiments/parts/run-worker.ts')
    return runWorker({ databaseUrl, threads, tell: call.tell })
  },
}
