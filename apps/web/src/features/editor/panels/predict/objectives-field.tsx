import { SIMULATION_SETTINGS, savedTexts } from '@plimsoll/experiments'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { OBJECTIVE_TEMPLATES, objectiveFault } from './saved-objectives.ts'
import { TextsField } from './texts-field.tsx'

const SETTING = SIMULATION_SETTINGS.find(({ kind }) => kind === 'objectives')

/** What the design must meet, kept with it. */
export function ObjectivesField() {
  const session = useEditorSession()
  const objectives = useDocument(({ flow }) => flow.simulation?.objectives)
  return (
    <TextsField
      label={SETTING?.label ?? ''}
      help={`${SETTING?.help} Of a part: p99@client:ID or p99@type:Read.`}
      texts={savedTexts({ simulation: { objectives } }, 'objectives')}
      offered={OBJECTIVE_TEMPLATES}
      placeholder={OBJECTIVE_TEMPLATES[0]}
      faultOf={(text) => objectiveFault(session.document.getState().flow, text)}
      onKeep={(to) =>
        session.document
          .getState()
          .dispatch({ type: 'set-simulation', name: 'objectives', value: to.length === 0 ? undefined : to })
      }
    />
  )
}
