import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fileName } from '../../../../shared/files/file-name.ts'
import { saveFile } from '../../../../shared/files/save-file.ts'
import { Banner } from '../../../../shared/ui/banner.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { toast } from '../../../../shared/ui/toast.ts'
import { headingOf } from '../../../../stores/board.ts'
import { speedText } from '../../run/speeds.ts'
import { useDocument, useEditorSession, useRun } from '../../session/use-editor-session.ts'
import { type AnimationFormat, createAnimationRecorder } from '../../state/animation.ts'
import { animationFormatsHere, whyNoVideo } from '../../tools/animation/animation-formats.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './animation.module.css'
import dialogs from './dialogs.module.css'

const FORMATS: readonly { readonly format: AnimationFormat; readonly name: string; readonly use: string }[] = [
  { format: 'mp4', name: 'MP4', use: 'For slides and chats.' },
  { format: 'webm', name: 'WebM', use: 'For web pages and most chats.' },
  { format: 'gif', name: 'GIF', use: 'Plays everywhere, in 256 colours.' },
]

const LENGTHS = [5, 10, 30] as const
const SIZES = { small: 640, medium: 960, large: 1280, 'very large': 1920 } as const

/** An animation may begin this late; the time before it has to be simulated, too. In s. */
const LATEST = 3600

/** Saves an animation of a run as a file. */
export function AnimationDialog({ title, onClose }: OpenedPanelProps) {
  const session = useEditorSession()
  const isEmpty = useDocument(({ flow }) => flow.nodes.length === 0)
  const formats = useFormats()
  const { seed, speed } = useRun((run) => run)
  const [chosen, setChosen] = useState<AnimationFormat | null>(null)
  const [seconds, setSeconds] = useState(10)
  const [size, setSize] = useState<number>(SIZES.large)
  const [from, setFrom] = useState('0')
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const format = chosen ?? FORMATS.find((entry) => formats?.has(entry.format))?.format ?? 'gif'
  const fromSeconds = /^\d+$/.test(from.trim()) ? Number(from) : Number.NaN
  const fault = fromSeconds <= LATEST ? null : `Must be a whole number from 0 to ${LATEST}`
  const isBusy = done !== null

  const record = async (event: FormEvent) => {
    event.preventDefault()
    const { record } = session.stateOf(createAnimationRecorder).getState()
    if (isBusy || fault !== null || record === null) return
    const abort = new AbortController()
    stop.current = abort
    setFailure(null)
    setDone(0)
    try {
      const file = await record({ format, seconds, size, fromSeconds }, { signal: abort.signal, onProgress: setDone })
      const name = fileName(headingOf(session.document.getState()).name, format)
      saveFile(file, name)
      toast.success(`Exported as ${name}`)
      onClose()
    } catch (error) {
      if (!abort.signal.aborted) setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setDone(null)
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={record}>
        {failure && <Banner variant="error">The animation could not be made: {failure}.</Banner>}
        <p className={classes.text}>
          The flow is simulated anew from its start, with seed {seed} at {speedText(speed)}, as set in the Simulation
          Panel. The same settings give the same animation on every machine.
        </p>
        <fieldset className={classes.formats} disabled={isBusy}>
          <legend>Format</legend>
          {FORMATS.map((entry) => {
            const isOffered = formats === null || formats.has(entry.format)
            return (
              <label key={entry.format}>
                <input
                  type="radio"
                  name="format"
                  value={entry.format}
                  checked={format === entry.format}
                  disabled={!isOffered}
                  onChange={() => setChosen(entry.format)}
                />
                {entry.name}
                <small>{isOffered ? entry.use : whyNoVideo()}</small>
              </label>
            )
          })}
        </fieldset>
        <div className={classes.fields}>
          <NativeSelect
            label="Length"
            disabled={isBusy}
            value={seconds}
            onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}
            data={LENGTHS.map((length) => ({ value: String(length), label: `${length} s` }))}
          />
          <NativeSelect
            label="Size"
            disabled={isBusy}
            value={size}
            onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}
            data={Object.entries(SIZES).map(([name, pixels]) => ({
              value: String(pixels),
              label: `${pixels} px, ${name}`,
            }))}
          />
          <TextInput
            label="Begins at, s"
            inputMode="numeric"
            autoComplete="off"
            disabled={isBusy}
            value={from}
            error={fault}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
        </div>
        {isBusy && (
          <div className={classes.progress}>
            <progress max={1} value={done} aria-label="Share that is recorded" />
            <span className="figure">{Math.floor(done * 100)} %</span>
          </div>
        )}
        {isEmpty && <p className={classes.text}>There is nothing on the board to record.</p>}
        <footer className={dialogs.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isEmpty || isBusy || fault !== null || formats === null}>
            {isBusy ? 'Recording …' : 'Record'}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Null until it is known. */
function useFormats(): ReadonlySet<AnimationFormat> | null {
  const [formats, setFormats] = useState<ReadonlySet<AnimationFormat> | null>(null)
  useEffect(() => {
    let isShown = true
    void animationFormatsHere(SIZES['very large']).then((here) => {
      if (isShown) setFormats(here)
    })
    return () => {
      isShown = false
    }
  }, [])
  return formats
}
