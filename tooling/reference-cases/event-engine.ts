import { compile } from '../../packages/event-engine/src/compile/index.ts'
import { runModel } from '../../packages/event-engine/src/engine/run-model.ts'
import type { EventEngine } from '../../packages/event-engine/test/cases/event-cases/scenario.ts'

/** The event engine as cases are put to it. */
export const eventEngine: EventEngine = { compile: compile as EventEngine['compile'], runModel }
