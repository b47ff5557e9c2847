import { slidesOf } from '@plimsoll/flow'
import { copyFlowLink } from '../../../../shared/ui/copy-flow-link.ts'
import { isBoardEmpty } from '../../../../stores/board.ts'
import { selectionSize } from '../../../../stores/diagram.ts'
import { exportRun, exportRunLog, isLogExportable, isRunExportable, type RunFormat } from '../../run/export-run.ts'
import { askForComment, showComments } from '../../state/comments.ts'
import { presentSlides, showSlides } from '../../state/slides.ts'
import { clearDocument } from '../edit/edit-flow.ts'
import { chooseFile } from '../exchange/choose-file.ts'
import { exportJson, exportMermaid } from '../exchange/exchange.ts'
import type { Command, CommandContext } from './command.ts'

type Export = readonly [id: string, title: string, synonyms: readonly string[], run: () => void]

const RUN_FORMATS: readonly (readonly [title: string, format: RunFormat])[] = [
  ['Export run as CSV', 'csv'],
  ['Export run as JSON', 'json'],
]

export function fileCommands({ session, exportPicture }: CommandContext): Command[] {
  const exports: readonly Export[] = [
    [
      'export-png',
      'Export as PNG',
      ['save image', 'picture', 'screenshot', 'download'],
      () => exportPicture('png', 'board'),
    ],
    ['export-svg', 'Export as SVG', ['save image', 'vector picture', 'download'], () => exportPicture('svg', 'board')],
    ['export-json', 'Export as JSON', ['save file', 'download', 'backup'], () => exportJson(session)],
    ['export-mermaid', 'Export as Mermaid', ['diagram text', 'markdown', 'download'], () => exportMermaid(session)],
    [
      'export-animation',
      'Export animation …',
      ['gif', 'video', 'film', 'record run', 'mp4', 'webm'],
      () => session.dialogs.setState({ open: 'animation' }),
    ],
  ]
  const exportsOfSelection: readonly Export[] = [
    [
      'export-selection-png',
      'Export selection as PNG',
      ['save image of selection'],
      () => exportPicture('png', 'selection'),
    ],
    [
      'export-selection-svg',
      'Export selection as SVG',
      ['save image of selection'],
      () => exportPicture('svg', 'selection'),
    ],
  ]
  return [
    {
      id: 'save',
      title: 'Save …',
      synonyms: ['store', 'keep'],
      section: 'File',
      keys: ['Mod+S'],
      scope: 'page',
      isAvailable: () => true,
      run: () => session.dialogs.setState({ open: 'save' }),
    },
    {
      id: 'load',
      title: 'Load …',
      synonyms: ['open', 'library', 'recent flows'],
      section: 'File',
      keys: ['Mod+O'],
      scope: 'page',
      isAvailable: () => true,
      run: () => session.dialogs.setState({ open: 'load' }),
    },
    {
      id: 'versions',
      title: 'Versions …',
      synonyms: ['history', 'earlier saves', 'restore', 'differences', 'what changed'],
      section: 'File',
      keys: ['Shift+H'],
      scope: 'editor',
      isAvailable: () => true,
      run: () => session.dialogs.setState({ open: 'versions' }),
    },
    {
      id: 'comments',
      title: 'Comments …',
      synonyms: ['discussion', 'threads', 'feedback', 'notes'],
      section: 'File',
      keys: ['Shift+M'],
      scope: 'editor',
      isAvailable: () => true,
      run: () => showComments(session),
    },
    {
      id: 'comment',
      title: 'Comment on selection …',
      synonyms: ['add comment', 'annotate', 'discuss', 'mention'],
      section: 'File',
      keys: ['M'],
      scope: 'canvas',
      menus: ['node', 'edge'],
      isAvailable: () => {
        const { nodes, edges } = session.document.getState().selection
        return nodes.length + edges.length === 1
      },
      run: () => askForComment(session),
    },
    {
      id: 'slides',
      title: 'Slides …',
      synonyms: ['presentation', 'views', 'walkthrough', 'tour'],
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => true,
      run: () => showSlides(session),
    },
    {
      id: 'slide-show',
      title: 'Show slides',
      synonyms: ['present', 'full screen', 'slide show'],
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => slidesOf(session.document.getState().flow).length > 0,
      run: () => presentSlides(session),
    },
    {
      id: 'share',
      title: 'Share …',
      synonyms: ['invite', 'people', 'permissions', 'public link'],
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => true,
      run: () => session.dialogs.setState({ open: 'share' }),
    },
    {
      id: 'copy-link',
      title: 'Copy link',
      synonyms: ['address', 'url'],
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => session.document.getState().saved !== null,
      run: () => {
        const { saved } = session.document.getState()
        if (saved) void copyFlowLink(saved.id)
      },
    },
    {
      id: 'import',
      title: 'Import …',
      synonyms: ['open file', 'upload', 'read json', 'mermaid'],
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => true,
      run: () => chooseFile(session),
    },
    ...exports.map(exportCommand),
    ...exportsOfSelection.map((entry) => ({
      ...exportCommand(entry),
      isAvailable: () => selectionSize(session.document.getState()) > 0,
    })),
    ...RUN_FORMATS.map(
      ([title, format]): Command => ({
        id: `export-run-${format}`,
        title,
        synonyms: ['save results', 'download figures', 'spreadsheet'],
        section: 'File',
        keys: [],
        scope: 'page',
        isAvailable: () => isRunExportable(session),
        run: () => exportRun(session, format),
      }),
    ),
    {
      id: 'export-run-log',
      title: 'Export run log',
      synonyms: ['replay', 'repeat run', 'save edits'],
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => isLogExportable(session.run.store.getState()),
      run: () => void exportRunLog(session),
    },
    {
      id: 'clear',
      title: 'Clear Board',
      synonyms: ['clear all', 'clear canvas', 'empty', 'wipe', 'new flow', 'start over'],
      isDestructive: true,
      section: 'File',
      keys: [],
      scope: 'canvas',
      isAvailable: () => !isBoardEmpty(session.document.getState().flow),
      run: () => clearDocument(session),
    },
  ]
}

const exportCommand = ([id, title, synonyms, run]: Export): Command => ({
  id,
  title,
  synonyms,
  section: 'File',
  keys: [],
  scope: 'page',
  menus: ['export'],
  isAvailable: () => true,
  run: () => run(),
})
