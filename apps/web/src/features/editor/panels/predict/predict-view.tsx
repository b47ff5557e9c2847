import type { PartRef } from '@plimsoll/event-engine'
import { loadsOf, type Measure, savedTexts } from '@plimsoll/experiments'
import { Copy, Download, Play, Square } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { fileName } from '../../../../shared/files/file-name.ts'
import { saveFile } from '../../../../shared/files/save-file.ts'
import { copyText } from '../../../../shared/ui/copy-text.ts'
import { headingOf } from '../../../../stores/board.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import panelButton from '../../ui/panel-button.module.css'
import { Answer } from './answer.tsx'
import { CapacityClient } from './capacity-client.tsx'
import { faultText } from './fault-text.ts'
import { isStale } from './is-stale.ts'
import { ObjectiveBuilder } from './objective-builder.tsx'
import { ObjectivesField } from './objectives-field.tsx'
import { OtherFlowField } from './other-flow-field.tsx'
import classes from './predict.module.css'
import type { Question } from './predicted.ts'
import { lineOf } from './prediction.ts'
import { ProgressLine } from './progress.tsx'
import { ResultPlots, ResultTables, usePage } from './result.tsx'
import { SensitivityMeasure } from './sensitivity-measure.tsx'
import { ServerExperiments } from './server-experiments.tsx'
import { createPrediction } from './session-prediction.ts'
import { SettingsForm } from './settings-form.tsx'
import { Timeline } from './timeline.tsx'
import { ChangesField, ValuesField } from './variation-fields.tsx'

const QUESTIONS: readonly { question: Question; title: string; button: string; help: string }[] = [
  {
    question: 'capacity',
    title: 'Capacity',
    button: 'How much can it carry?',
    help: 'The highest load that meets all objectives, by bisection',
  },
  {
    question: 'compare',
    title: 'Compare',
    button: 'Which is better?',
    help: 'This design and another, or itself with changes, on the same random numbers',
  },
  {
    question: 'sensitivity',
    title: 'Sensitivity',
    button: 'What matters most?',
    help: 'Each numeric property of what is busy, 20 % less and more: what that does to p99, or to the capacity, too',
  },
  {
    question: 'sweep',
    title: 'Values tried',
    button: 'Try the values',
    help: 'Every combination of the values to try, on the same random numbers',
  },
  {
    question: 'drill',
    title: 'Failures',
    button: 'What if one fails?',
    help: 'Each component out in turn: what it does to the objectives and how long recovery takes',
  },
]

export interface PredictViewProps {
  /** The canvas is seen, too, and shows the same run. */
  readonly isBesideCanvas: boolean
}

/** Runs the design with its settings and shows what the runs say. */
export function PredictView({ isBesideCanvas }: PredictViewProps) {
  const session = useEditorSession()
  const prediction = session.stateOf(createPrediction)
  const { running, asked, predicted, faults, isOnServer, ...state } = useStore(
    prediction.store,
    // Progress is told often: its line shows it alone.
    useShallow(({ progress: _progress, ...rest }) => rest),
  )
  // A large answer is drawn piece by piece, so that the page answers meanwhile.
  const answers = useDeferredValue(state.answers)
  // Of the same moment: an answer that is not drawn yet was not stopped.
  const runningThen = useDeferredValue(running)
  const isRunning = running !== null
  const page = usePage(predicted)
  const { select } = session.document.getState()
  const pick = useCallback((part: PartRef) => select({ [part.of === 'node' ? 'nodes' : 'edges']: [part.id] }), [select])
  const flow = useDocument((document) => document.flow)
  const [clientId, setClientId] = useState<string | null>(null)
  const [measure, setMeasure] = useState<Measure>('p99')
  const name = useDocument((document) => headingOf(document).name)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void prediction.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [prediction])

  const left = useRef<HTMLDivElement>(null)
  /** A question that lacks what it is about shows where that is entered. */
  const showWhatIsMissing = (question: Question) => {
    if (question !== 'sweep' && question !== 'compare') return
    const { otherId } = prediction.store.getState()
    if (savedTexts(flow, question).length > 0 || (question === 'compare' && otherId !== null)) return
    const fold = left.current?.querySelector<HTMLDetailsElement>(`[data-fold=${question}]`)
    fold?.setAttribute('open', '')
    fold?.querySelector('select')?.focus()
  }

  const askQuestion = (question: Question) => {
    showWhatIsMissing(question)
    if (question === 'capacity') return prediction.ask.capacity(clientId)
    if (question === 'sensitivity') return prediction.ask.sensitivity(measure)
    return prediction.ask[question]()
  }

  const isOutdated = predicted !== null && isStale(predicted.flow, flow)
  const shownOnCanvas = isBesideCanvas && !isOutdated ? predicted?.report : undefined
  useEffect(() => {
    if (!shownOnCanvas) return
    session.run.showPredicted(loadsOf(shownOnCanvas))
    return () => session.run.showPredicted(null)
  }, [shownOnCanvas, session])

  // What is asked is answered at the top.
  const right = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isRunning) right.current?.scrollTo({ top: 0 })
  }, [isRunning])

  const copyCommand = () => {
    const command = lineOf('simulate', { name })
    return copyText(command, `Copied: ${command}`)
  }

  const inOrder = QUESTIONS.toSorted((one, other) => Number(other.question === asked) - Number(one.question === asked))
  const answersShown = inOrder.map(({ question, title }) => {
    const found = answers[question]
    return (
      found && (
        <Answer
          key={question}
          title={title}
          page={found.page}
          command={found.command}
          isStale={isStale(found.flow, flow, question)}
          soFar={!found.isPartial ? null : runningThen === question ? 'going' : 'ended'}
          onPick={pick}
        />
      )
    )
  })

  // A button that cannot be pressed now keeps the focus: it is the one that was pressed last.
  return (
    <section className={classes.root} aria-label="Predict">
      <div ref={left} className={classes.left}>
        <div className={classes.actions}>
          <button
            type="button"
            className={`${panelButton.root} ${classes.main}`}
            aria-disabled={isRunning}
            title="Ctrl+Enter"
            onClick={() => void prediction.run()}
          >
            <Play size={15} aria-hidden="true" /> Run
          </button>
          <button
            type="button"
            className={`${panelButton.root} ${classes.button}`}
            aria-disabled={!isRunning}
            onClick={prediction.stop}
          >
            <Square size={14} aria-hidden="true" /> Stop
          </button>
          <button type="button" className={`${panelButton.root} ${classes.button}`} onClick={() => void copyCommand()}>
            <Copy size={14} aria-hidden="true" /> Copy as command
          </button>
        </div>
        <fieldset className={classes.settings} aria-label="What the design must meet">
          <ObjectivesField />
          <ObjectiveBuilder />
        </fieldset>
        <div className={classes.actions}>
          {QUESTIONS.map(({ question, button, help }) => (
            <button
              key={question}
              type="button"
              className={`${panelButton.root} ${classes.button}`}
              aria-disabled={isRunning}
              title={help}
              onClick={() => void askQuestion(question)}
            >
              {button}
            </button>
          ))}
        </div>
        <label className={classes.where}>
          <input
            type="checkbox"
            checked={isOnServer}
            disabled={isRunning}
            onChange={({ target }) => prediction.store.setState({ isOnServer: target.checked })}
          />
          Run on the server
          <span className={classes.faint}>
            The design is sent there and simulated by the server. Otherwise nothing leaves this page.
          </span>
        </label>
        <ServerExperiments />
        <CapacityClient clientId={clientId} onChoose={setClientId} />
        <SensitivityMeasure measure={measure} onChoose={setMeasure} />
        <details className={classes.fold} data-fold="compare">
          <summary>What to compare with</summary>
          <OtherFlowField />
          <ChangesField />
        </details>
        <details className={classes.fold} data-fold="sweep">
          <summary>Values to try</summary>
          <ValuesField />
        </details>
        <SettingsForm />
      </div>
      <div ref={right} className={classes.right}>
        {isRunning && <ProgressLine prediction={prediction} />}
        {faults.length > 0 && (
          <div role="alert" className={classes.faults}>
            {faults.some(({ path }) => path !== '') && <p>The design cannot be simulated:</p>}
            <ul>
              {faults.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{faultText({ path, message })}</li>
              ))}
            </ul>
          </div>
        )}
        {asked !== 'report' && answersShown}
        {predicted === null || page === null ? (
          Object.keys(answers).length === 0 &&
          !isRunning &&
          faults.length === 0 && (
            <p className={classes.faint}>
              Run simulates the design many times, until its objectives are decided, and says whether it holds.
            </p>
          )
        ) : (
          <>
            {isOutdated && !isRunning && (
              <p className={classes.stale}>The design or its settings have changed since this run.</p>
            )}
            <ResultPlots predicted={predicted} page={page} isOnCanvas={shownOnCanvas !== undefined} />
          </>
        )}
        <Timeline />
        {predicted !== null && page !== null && (
          <>
            <ResultTables page={page} onPick={pick} />
            <button
              type="button"
              className={`${panelButton.root} ${classes.button}`}
              onClick={() =>
                saveFile(
                  new Blob([`${JSON.stringify(predicted.report, null, 2)}\n`], { type: 'application/json' }),
                  fileName(`${name} report`, 'json'),
                )
              }
            >
              <Download size={14} aria-hidden="true" /> Export JSON
            </button>
          </>
        )}
        {asked === 'report' && answersShown}
      </div>
    </section>
  )
}
