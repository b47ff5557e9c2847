import { selectionSize } from '../../../../stores/diagram.ts'
import type { Alignment } from '../../core/align.ts'
import { RESIZE_STEP } from '../../core/editor.config.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { startRenaming } from '../../state/renaming.ts'
import { alignSelected, arrangeableCount, distributeSelected, layOut, ungroupSelected } from '../arrange/arrange.ts'
import { resizeSelected } from '../edit/edit-flow.ts'
import type { Command, CommandContext } from './command.ts'

const ALIGNMENTS: readonly (readonly [to: Alignment, key: string, title: string, synonym: string])[] = [
  ['left', 'Alt+A', 'Align left', 'left sides'],
  ['centre', 'Alt+H', 'Align horizontal centres', 'align centers'],
  ['right', 'Alt+D', 'Align right', 'right sides'],
  ['top', 'Alt+W', 'Align top', 'align tops'],
  ['middle', 'Alt+V', 'Align vertical centres', 'align middles'],
  ['bottom', 'Alt+S', 'Align bottom', 'align bottoms'],
]

const RESIZES: readonly (readonly [id: string, key: string, title: string, by: { width: number; height: number }])[] = [
  ['wider', 'Alt+ArrowRight', 'Make wider', { width: RESIZE_STEP, height: 0 }],
  ['narrower', 'Alt+ArrowLeft', 'Make narrower', { width: -RESIZE_STEP, height: 0 }],
  ['taller', 'Alt+ArrowDown', 'Make taller', { width: 0, height: RESIZE_STEP }],
  ['lower', 'Alt+ArrowUp', 'Make less tall', { width: 0, height: -RESIZE_STEP }],
]

const AXES = [
  ['x', 'Mod+Alt+H', 'Distribute horizontally'],
  ['y', 'Mod+Alt+V', 'Distribute vertically'],
] as const

export function arrangeCommands({ session, add, viewport }: CommandContext): Command[] {
  const arrange = { section: 'Arrange', scope: 'canvas' } as const
  // In the menu of the bar that stands there while several are selected.
  const inBar = { ...arrange, menus: [] } as const
  return [
    ...ALIGNMENTS.map(([to, key, title, synonym]) => ({
      ...inBar,
      id: `align-${to}`,
      title,
      synonyms: [synonym, 'line up'],
      keys: [key],
      isAvailable: () => arrangeableCount(session) > 1,
      run: () => alignSelected(session, to),
    })),
    ...AXES.map(([axis, key, title]) => ({
      ...inBar,
      id: `distribute-${axis}`,
      title,
      synonyms: ['space evenly', 'equal gaps'],
      keys: [key],
      isAvailable: () => arrangeableCount(session) > 2,
      run: () => distributeSelected(session, axis),
    })),
    ...RESIZES.map(([id, key, title, by]) => ({
      ...inBar,
      id,
      title,
      synonyms: ['resize', 'size'],
      keys: [key],
      isAvailable: () => session.document.getState().selection.nodes.length > 0,
      run: () => resizeSelected(session, by),
    })),
    {
      ...arrange,
      id: 'lay-out',
      title: 'Auto layout',
      synonyms: ['tidy', 'clean up', 'arrange', 'organize', 'lay out', 'beautify'],
      keys: ['Alt+L'],
      isAvailable: () => session.document.getState().flow.nodes.length > 1,
      run: () => void layOut(session, viewport),
    },
    {
      ...arrange,
      id: 'group',
      title: 'Group',
      synonyms: ['frame', 'wrap', 'box', 'combine'],
      keys: ['Mod+G'],
      isAvailable: () => true,
      menus: ['canvas', 'node', 'group'],
      run: (at) => add.group(selectionSize(session.document.getState()) > 0 ? undefined : at),
    },
    {
      ...arrange,
      id: 'ungroup',
      title: 'Ungroup',
      synonyms: ['dissolve group', 'split group', 'unframe'],
      keys: ['Mod+Shift+G'],
      isAvailable: () => session.document.getState().selection.groups.length > 0,
      run: () => ungroupSelected(session),
    },
    {
      ...arrange,
      id: 'rename',
      title: 'Rename',
      synonyms: ['change name', 'label', 'title'],
      keys: ['F2', 'Enter'],
      isAvailable: () => groupAlone(session) !== undefined,
      run: () => startRenaming(session, groupAlone(session) ?? ''),
    },
  ]
}

function groupAlone(session: EditorSession): string | undefined {
  const { nodes, groups } = session.document.getState().selection
  return nodes.length === 0 && groups.length === 1 ? groups[0] : undefined
}
