import type { EditorSession } from '../../session/editor-session.ts'
import { createStoredPanel } from '../../state/stored-panel.ts'

export const createFlowPanel = ({ environment }: EditorSession) => createStoredPanel(environment, 'flow-panel')
