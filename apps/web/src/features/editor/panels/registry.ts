import type { EditorSession } from '../session/editor-session.ts'
import { createComments } from '../state/comments.ts'
import { createSlides } from '../state/slides.ts'
import type { Panel } from '../ui/panel.ts'
import { CommentsFeed } from './comments/comments-feed.tsx'
import { FlowPanel } from './flow-panel/flow-panel.tsx'
import { createFlowPanel } from './flow-panel/panel-state.ts'
import { OverlayControls } from './overlay-controls/overlay-controls.tsx'
import { LatePeopleHere } from './people/late-people-here.ts'
import { LateProperties } from './properties/late-properties.tsx'
import { PropertiesFrame } from './properties/properties-frame.tsx'
import { createSimulationPanel } from './simulation/panel-state.ts'
import { LateRateReadout } from './simulation/readout/late-rate-readout.tsx'
import { SimulationPanel } from './simulation/simulation-panel.tsx'

const overlay = { place: 'overlay', state: (session: EditorSession) => session.overlay } as const
const dialog = { place: 'dialog', state: (session: EditorSession) => session.dialogs } as const

/** All panels of the editor; in each place they stand in this order. */
export const PANELS: readonly Panel[] = [
  {
    id: 'flow',
    title: 'Flow Panel',
    place: 'left',
    closed: 'rail on canvas',
    component: FlowPanel,
    state: (session) => session.stateOf(createFlowPanel),
  },
  {
    id: 'properties',
    title: 'Properties',
    place: 'right',
    closed: 'nothing',
    component: LateProperties,
    frame: PropertiesFrame,
    state: (session) => session.propertiesPanel,
  },
  {
    id: 'simulation',
    title: 'Simulation Panel',
    place: 'right',
    closed: 'rail below',
    component: SimulationPanel,
    state: (session) => session.stateOf(createSimulationPanel),
  },
  { id: 'controls', title: 'Canvas controls', place: 'canvas', component: OverlayControls },
  { id: 'comments-feed', title: 'Comments', place: 'canvas', component: CommentsFeed },
  { id: 'people', title: 'People here', place: 'canvas', component: LatePeopleHere },
  { id: 'readout', title: 'Rates', place: 'canvas', component: LateRateReadout },
  {
    id: 'comments',
    title: 'Comments',
    place: 'overlay',
    state: (session) => session.stateOf(createComments),
    component: async () => (await import('./comments/comments-panel.tsx')).CommentsPanel,
  },
  {
    id: 'slides',
    title: 'Slides',
    place: 'overlay',
    state: (session) => session.stateOf(createSlides),
    component: async () => (await import('./slides/slides-panel.tsx')).SlidesPanel,
  },
  {
    ...overlay,
    id: 'chooser',
    title: 'Add a component',
    component: async () => (await import('./component-chooser/component-chooser.tsx')).ComponentChooser,
  },
  {
    ...overlay,
    id: 'connect',
    title: 'Connect',
    component: async () => (await import('./connect-picker/connect-picker.tsx')).ConnectPicker,
  },
  {
    ...overlay,
    id: 'find',
    title: 'Find on the board',
    component: async () => (await import('./find-bar/find-bar.tsx')).FindBar,
  },
  {
    ...overlay,
    id: 'palette',
    title: 'All commands',
    component: async () => (await import('./command-palette/command-palette.tsx')).CommandPalette,
  },
  {
    ...overlay,
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    component: async () => (await import('./shortcuts/shortcuts-sheet.tsx')).ShortcutsSheet,
  },
  {
    ...overlay,
    id: 'menu',
    title: 'Menu',
    component: async () => (await import('./context-menu/context-menu.tsx')).ContextMenu,
  },
  {
    ...dialog,
    id: 'save',
    title: 'Save Flow',
    component: async () => (await import('./dialogs/save-dialog.tsx')).SaveDialog,
  },
  {
    ...dialog,
    id: 'load',
    title: 'Load Flow',
    component: async () => (await import('./dialogs/load-dialog.tsx')).LoadDialog,
  },
  {
    ...dialog,
    id: 'share',
    title: 'Share Flow',
    component: async () => (await import('./dialogs/share-dialog.tsx')).ShareDialog,
  },
  {
    ...dialog,
    id: 'earlier',
    title: 'Earlier boards',
    component: async () => (await import('./dialogs/earlier-dialog.tsx')).EarlierDialog,
  },
  {
    ...dialog,
    id: 'versions',
    title: 'Versions',
    component: async () => (await import('./versions/versions-dialog.tsx')).VersionsDialog,
  },
  {
    ...dialog,
    id: 'animation',
    title: 'Animation of the Run',
    component: async () => (await import('./dialogs/animation-dialog.tsx')).AnimationDialog,
  },
]
