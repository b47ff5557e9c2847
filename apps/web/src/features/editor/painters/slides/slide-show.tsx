import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { useReducedMotion, useWindowEvent } from '@mantine/hooks'
import { type Flow, slidesOf } from '@plimsoll/flow'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { focusAgain } from '../../../../shared/ui/focus-again.ts'
import buttons from '../../../../shared/ui/icon-button.module.css'
import { paragraphsOf, slideByKey } from '../../core/slide-view.ts'
import type { WithRun } from '../../run/run.ts'
import { TYPED } from '../../ui/key-scope.ts'
import { RunButton } from '../reading/run-button.tsx'
import classes from './slide-show.module.css'
import { SlideStage } from './slide-stage.tsx'

interface SlideShowProps {
  readonly flow: Flow
  readonly run: WithRun['run']
  /** The slide to begin with; the first where the flow has none of this id. */
  readonly first?: string | null
  readonly onShow?: (id: string) => void
  readonly onClose: () => void
}

/** The slides of a flow over all of the screen, one at a time, with the run going on. */
export function SlideShow({ flow, run, first = null, onShow, onClose }: SlideShowProps) {
  const slides = slidesOf(flow)
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false })
  const [shown, setShown] = useState(first)
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      slides.findIndex(({ id }) => id === first),
    ),
  )
  const found = slides.findIndex(({ id }) => id === shown)
  // A slide that somebody removes leaves its place to the next one.
  const index = found >= 0 ? found : Math.min(place, slides.length - 1)
  const slide = slides[index]
  const show = (next: number) => {
    const id = slides[next]?.id
    if (id === undefined) return
    setShown(id)
    setPlace(next)
    onShow?.(id)
  }
  // Before the editor behind it, whatever has the focus: one who presents also clicks beside the buttons.
  useWindowEvent(
    'keydown',
    (event) => {
      const next = slideByKey(event.key, index, slides.length)
      if (next === null || event.altKey || event.ctrlKey || event.metaKey || isTyping(event)) return
      event.preventDefault()
      event.stopPropagation()
      show(next)
    },
    { capture: true },
  )
  useFullScreen(onClose)
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => focusAgain(before)
  }, [])
  useEffect(() => {
    if (!slide) onClose()
  }, [slide, onClose])
  if (!slide) return null

  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Content data-own-keys="" aria-label="Slide show">
        <SlideStage flow={flow} run={run} slide={slide} isStill={isStill} />
        <div className={classes.caption}>
          <div
            className={classes.words}
            aria-live="polite"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
            tabIndex={0}
          >
            <p className="visually-hidden">{`Slide ${index + 1} of ${slides.length}`}</p>
            <h2>{slide.title || `Slide ${index + 1}`}</h2>
            {paragraphsOf(slide.text).map((paragraph, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else
              <p key={at}>{paragraph}</p>
            ))}
          </div>
          <div className={classes.controls} role="toolbar" aria-label="Slides">
            <RunButton run={run} />
            <span className={classes.gap} />
            <button
              type="button"
              className={buttons.root}
              aria-label="Previous slide"
              title="Previous slide (←)"
              aria-disabled={index === 0}
              onClick={() => show(index - 1)}
            >
              <ChevronLeft size={18} aria-hidden="true" />
            </button>
            <span className="figure" aria-hidden="true">
              {index + 1} / {slides.length}
            </span>
            <button
              type="button"
              className={buttons.root}
              aria-label="Next slide"
              title="Next slide (→)"
              aria-disabled={index === slides.length - 1}
              data-autofocus=""
              onClick={() => show(index + 1)}
            >
              <ChevronRight size={18} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={buttons.root}
              aria-label="End the slide show"
              title="End (Esc)"
              onClick={onClose}
            >
              <X size={18} aria-hidden="true" />
            </button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches(TYPED)

/** All of the screen where the browser gives it; there Escape ends that first, and the slide show with it. */
function useFullScreen(onClose: () => void): void {
  useEffect(() => {
    let isFull = false
    const follow = () => {
      if (isFull && !document.fullscreenElement) onClose()
      isFull = document.fullscreenElement !== null
    }
    document.addEventListener('fullscreenchange', follow)
    if (!document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => {})
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [onClose])
}
