import { fetchExperiment, runOnServer } from '../../../../shared/api/experiments.ts'
import { fetchFlow } from '../../../../shared/api/flows.ts'
import { changeVersion } from '../../../../shared/api/versions.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { browserPool } from './browser-pool.ts'
import { createPredictionWith } from './prediction.ts'

/** The prediction of an editor session, on the workers of the browser and the library of the user. */
export const createPrediction = (session: EditorSession) =>
  createPredictionWith(session, {
    ...{ pool: browserPool(), fetchFlow, runOnServer, fetchExperiment },
    keepWithVersion: changeVersion,
  })
