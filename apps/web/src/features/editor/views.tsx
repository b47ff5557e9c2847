import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { flowPath, readFlowPath } from '../../shared/config/paths.ts'
import { headingOf } from '../../stores/board.ts'
import { PrintSheet } from './painters/print/print-sheet.tsx'
import type { PredictViewProps } from './panels/predict/predict-view.tsx'
import { useDocument, useEditorSession } from './session/use-editor-session.ts'
import { createCanvasRoom } from './state/canvas-room.ts'
import { onFirstTouch } from './ui/on-first-touch.ts'
import { Tabs } from './ui/tabs.tsx'
import { withPart } from './ui/with-part.ts'
import classes from './views.module.css'

const TABS = [
  { id: 'canvas', title: 'Canvas' },
  { id: 'predict', title: 'Predict' },
  { id: 'split', title: 'Both' },
] as const

type View = (typeof TABS)[number]['id']

const load = () => import('./panels/predict/predict-view.tsx')
const createLoaded = () => ({ view: null as ComponentType<PredictViewProps> | null })

interface Address {
  readonly pathname: string
  readonly search: string
}

function viewAt({ pathname, search }: Address): View {
  const asked = new URLSearchParams(search).get('view')
  const named = TABS.find(({ id }) => id === asked)?.id
  return named ?? (readFlowPath(pathname)?.isPrediction ? 'predict' : 'canvas')
}

/** Of a view of what is shown at an address. */
function addressOf(view: View, { pathname }: Address): Address {
  const flow = readFlowPath(pathname)
  if (flow !== null && view === 'predict') return { pathname: `${flowPath(flow.id)}/predict`, search: '' }
  return { pathname: flow ? flowPath(flow.id) : pathname, search: view === 'canvas' ? '' : `?view=${view}` }
}

/** The canvas, what the simulation predicts, or both; the address says which: `?view=predict`, `?view=split`, `/flow/:id/predict`. */
export function Views({ canvas }: { canvas: ReactNode }) {
  // Its own hook for search parameters would bring two kilobytes into every page.
  const address = useLocation()
  const navigate = useNavigate()
  const shown = viewAt(address)
  const isSplit = shown === 'split'
  const isCanvasShown = shown !== 'predict'
  const room = useEditorSession().stateOf(createCanvasRoom)
  useLayoutEffect(() => {
    room.setState({ isShared: isSplit })
  }, [room, isSplit])
  return (
    <div id="views" className={classes.root} data-view={shown} tabIndex={-1}>
      <OnPaper withDrawing={isCanvasShown} />
      <Tabs
        label="Views"
        group="view"
        className={classes.tabs}
        tabs={TABS}
        shown={shown}
        onChange={(to) => navigate(addressOf(to, address))}
      />
      <div className={classes.views} {...(isSplit && panelOf('split'))}>
        {/* It keeps its size, so that nothing moves when it is seen again. */}
        <div
          {...(!isSplit && panelOf('canvas'))}
          className={classes.canvas}
          data-hidden={!isCanvasShown || undefined}
          inert={!isCanvasShown}
        >
          {canvas}
        </div>
        {shown !== 'canvas' && (
          <div {...(!isSplit && panelOf('predict'))} className={classes.predict}>
            <LatePredict isBesideCanvas={isSplit} />
          </div>
        )}
      </div>
    </div>
  )
}

function OnPaper({ withDrawing }: { withDrawing: boolean }) {
  const { run } = useEditorSession()
  const flow = useDocument((document) => document.flow)
  const { name, description } = useDocument(headingOf)
  return <PrintSheet name={name} description={description} flow={flow} run={run} withDrawing={withDrawing} />
}

const panelOf = (view: View) => ({
  id: `view-${view}`,
  role: 'tabpanel',
  'aria-labelledby': `view-tab-${view}`,
})

/** Its code is loaded when it is first asked for. */
function LatePredict(props: PredictViewProps) {
  const loaded = useEditorSession().stateOf(createLoaded)
  const [, drawAgain] = useState(0)
  useEffect(() => onFirstTouch(() => void load().catch(() => {})), [])
  useEffect(() => {
    if (loaded.view !== null) return
    void withPart(load(), ({ PredictView }) => {
      loaded.view = PredictView
      drawAgain((count) => count + 1)
    })
  }, [loaded])
  return loaded.view && <loaded.view {...props} />
}
