import { NODE_KINDS, RECIPES, TEMPLATES } from '@plimsoll/catalog'
import { selectionSize } from '../../../../stores/diagram.ts'
import { NODE } from '../../core/editor.config.ts'
import { freePosition } from '../../core/placement.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { chooseComponent } from '../../state/component-chooser.ts'
import { connectFrom } from '../../state/connect-picker.ts'
import { focusedNode } from '../../ui/focus.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import type { Command, CommandContext } from './command.ts'

export function addCommands({ session, add, viewport }: CommandContext): Command[] {
  return [
    {
      id: 'add',
      title: 'Add component',
      synonyms: ['new node', 'insert component', 'create component', 'place'],
      section: 'Add',
      keys: ['A'],
      scope: 'canvas',
      menus: [],
      isAvailable: () => true,
      run: () => chooseComponent(session, null),
    },
    {
      id: 'connect',
      title: 'Connect',
      synonyms: ['link', 'draw connection', 'new edge', 'wire', 'arrow'],
      section: 'Add',
      keys: ['C'],
      scope: 'canvas',
      menus: ['node'],
      isAvailable: () => subject(session) !== undefined,
      run: () => {
        const from = subject(session)
        if (from !== undefined) connectFrom(session, from)
      },
    },
    {
      id: 'add-connected',
      title: 'Add connected component',
      synonyms: ['new connected node', 'append component'],
      section: 'Add',
      keys: ['Shift+A'],
      scope: 'canvas',
      menus: ['node'],
      isAvailable: () => subject(session) !== undefined,
      run: () => addBeside(session, viewport),
    },
    ...Object.values(NODE_KINDS).map(
      ({ type, label }): Command => ({
        id: `add-${type}`,
        title: `Add ${label}`,
        section: 'Add',
        keys: [],
        scope: 'canvas',
        isAvailable: () => true,
        run: (at) => void add.component(type, at),
      }),
    ),
    ...RECIPES.map(
      (recipe): Command => ({
        id: `add-${recipe.id}`,
        title: `Add ${recipe.title}`,
        synonyms: [recipe.title.toLowerCase(), ...recipe.words],
        section: 'Add',
        keys: [],
        scope: 'canvas',
        menus: [],
        isAvailable: () => true,
        run: (at) => void add.component(recipe, at),
      }),
    ),
    ...TEMPLATES.map(
      (template): Command => ({
        id: `add-${template.id}`,
        title: `Add ${template.title}`,
        section: 'Add',
        keys: [],
        scope: 'canvas',
        menus: [],
        isAvailable: () => true,
        run: () => add.template(template),
      }),
    ),
  ]
}

function addBeside(session: EditorSession, viewport: ViewportControl): void {
  const { flow } = session.document.getState()
  const beside = flow.nodes.find(({ id }) => id === subject(session))
  if (!beside) return
  const { x, y } = freePosition(flow.nodes, { beside, viewport: viewport.rect() })
  chooseComponent(session, { from: beside.id, isForward: true, at: { x, y: y + NODE.height / 2 } })
}

/** The node that it is about: the one in focus, else the one that is selected; none while more than one thing is selected. */
function subject(session: EditorSession): string | undefined {
  const state = session.document.getState()
  return selectionSize(state) > 1 ? undefined : (focusedNode() ?? state.selection.nodes[0])
}
