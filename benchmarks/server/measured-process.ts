import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CPU_METER = join(import.meta.dirname, 'cpu-meter.ts')
const READY = /is ready at (\S+)$/m

export interface MeasuredProcess {
  port: number
  pid: number
  /** How long it has used a processor since its start, all its threads together, in µs. */
  cpuUs(): Promise<number>
  stop(): Promise<void>
}

/** Starts a server that says where it `is ready at`, with a meter in it. */
export async function startMeasured(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<MeasuredProcess> {
  const child = fork(file, args, {
    execArgv: ['--import', CPU_METER],
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    // Read to the end and thrown away: a log that nobody reads would stop the server.
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-1_000)
      const found = READY.exec(output)?.[1]
      if (found) resolve(found)
    })
    exited.then(() => reject(new Error(`${file} ended before it was ready.`)))
  })
  return {
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    cpuUs: async () => {
      child.send('cpu')
      const [usage] = await once(child, 'message')
      return usage
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
