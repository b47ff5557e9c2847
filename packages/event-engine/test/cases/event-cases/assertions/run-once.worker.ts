import { type MessagePort, workerData } from 'node:worker_threads'
import { eventEngine } from '../../../../../../tooling/reference-cases/event-engine.ts'
import type { EventSettings } from '../../../../src/settings.ts'
import type { Drawing, RunOptions } from '../scenario.ts'

const { flow, settings, options, done, port } = workerData as {
  flow: Drawing
  settings: EventSettings
  options: RunOptions
  done: Int32Array<SharedArrayBuffer>
  port: MessagePort
}

port.postMessage(outcome())
Atomics.store(done, 0, 1)
Atomics.notify(done, 0)

function outcome(): string {
  const compiled = eventEngine.compile(flow, settings)
  return compiled.ok ? JSON.stringify(eventEngine.runModel(compiled.model, options)) : JSON.stringify(compiled.faults)
}
