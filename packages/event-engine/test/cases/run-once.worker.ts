import { type MessagePort, workerData } from 'node:worker_threads'
import type { EventFlow } from '../../src/compile/event-flow.ts'
import { compile } from '../../src/compile/index.ts'
import { type RunOptions, runModel } from '../../src/engine/run-model.ts'
import type { EventSettings } from '../../src/settings.ts'

const { flow, settings, options, done, port } = workerData as {
  flow: EventFlow
  settings: EventSettings
  options: RunOptions
  done: Int32Array<SharedArrayBuffer>
  port: MessagePort
}

const compiled = compile(flow, settings)
port.postMessage(JSON.stringify(compiled.ok ? runModel(compiled.model, options) : compiled.faults))
Atomics.store(done, 0, 1)
Atomics.notify(done, 0)
