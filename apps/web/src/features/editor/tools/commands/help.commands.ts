import { isBoardEmpty } from '../../../../stores/board.ts'
import { openOverlay } from '../../state/overlay.ts'
import { withPart } from '../../ui/with-part.ts'
import { openMenuAtFocus } from '../menu/menu.ts'
import type { Command, CommandContext } from './command.ts'

export function helpCommands({ session, viewport, region }: CommandContext): Command[] {
  const isFilled = () => !isBoardEmpty(session.document.getState().flow)
  const stepThrough = (step: 1 | -1) => () =>
    void withPart(import('../find/step.ts'), (it) => it.stepThrough(session, viewport, step))
  return [
    {
      id: 'find',
      title: 'Find …',
      synonyms: ['search', 'look for', 'locate', 'where is'],
      section: 'Select',
      keys: ['Mod+F'],
      scope: 'canvas',
      menus: ['canvas'],
      isAvailable: isFilled,
      run: () => openOverlay(session, 'find'),
    },
    {
      id: 'find-next',
      title: 'Find next',
      synonyms: ['next match', 'search again'],
      section: 'Select',
      keys: ['F3'],
      scope: 'canvas',
      menus: [],
      isAvailable: isFilled,
      run: stepThrough(1),
    },
    {
      id: 'find-previous',
      title: 'Find previous',
      synonyms: ['previous match'],
      section: 'Select',
      keys: ['Shift+F3'],
      scope: 'canvas',
      menus: [],
      isAvailable: isFilled,
      run: stepThrough(-1),
    },
    {
      id: 'palette',
      title: 'All commands …',
      synonyms: ['command palette', 'actions'],
      section: 'Help',
      keys: ['Mod+K', '/'],
      scope: 'page',
      isAvailable: () => true,
      run: () => openOverlay(session, 'palette'),
    },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts …',
      synonyms: ['keys', 'hotkeys', 'help', 'cheat sheet'],
      section: 'Help',
      keys: ['?'],
      scope: 'page',
      isAvailable: () => true,
      run: () => openOverlay(session, 'shortcuts'),
    },
    {
      id: 'menu',
      title: 'Context menu',
      synonyms: ['right click', 'open menu'],
      section: 'Help',
      keys: ['Shift+F10', 'ContextMenu'],
      scope: 'canvas',
      isAvailable: () => true,
      run: () => openMenuAtFocus(session, region.current),
    },
  ]
}
