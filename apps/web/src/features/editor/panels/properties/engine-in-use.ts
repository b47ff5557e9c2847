import type { Engine } from '@plimsoll/catalog'
import { DEFAULT_ENGINE, engineOf } from '@plimsoll/simulation'
import { useDocument } from '../../session/use-editor-session.ts'

/** The engine of which the marks of the fields speak. */
export const useEngineInUse = (): Engine => useDocument(({ flow }) => engineOf(flow.simulation) ?? DEFAULT_ENGINE)
