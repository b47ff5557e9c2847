import { compile } from '../../src/events/compile/index.ts'
import { runModel } from '../../src/events/engine/run-model.ts'
import type { EventEngine } from './event-cases/scenario.ts'

/** The event engine as cases are put to it. */
export const eventEngine: EventEngine = { compile: compile as EventEngine['compile'], runModel }
