import { heroTemplate } from 'virtual:hero-template'
import { useEffect, useRef } from 'react'
import { pointOn } from '../../../shared/scene/curve-point.ts'
import { placed } from '../templates/template-layout.ts'
import classes from './hero-board.module.css'
import { useHeroRun } from './hero-run.ts'

const radius = 3
const across = matchMedia('(width >= 900px)')
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** The requests on their way, as dots on one canvas. */
export function HeroDots() {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => (ref.current ? drawDots(ref.current) : undefined), [])
  return <canvas ref={ref} className={classes.dots} />
}

function drawDots(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  let frame = requestAnimationFrame(draw)

  function draw(now: number) {
    frame = requestAnimationFrame(draw)
    const { snapshot, shownAt } = useHeroRun.getState()
    if (!context || !snapshot || reducedMotion.matches) return
    const { clientWidth: width, clientHeight: height } = canvas
    const scale = devicePixelRatio
    if (canvas.width !== width * scale) canvas.width = width * scale
    if (canvas.height !== height * scale) canvas.height = height * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, width, height)

    const colours = retryColours(canvas)
    const elapsed = snapshot.elapsedTime + now - shownAt
    const curves = edgeCurves[across.matches ? 'across' : 'down']
    const { count, edge, startedAt, shownMs, retries } = snapshot.dots
    for (let index = 0; index < count; index++) {
      const way = curves[edge[index] ?? -1]
      const share = (elapsed - (startedAt[index] ?? 0)) / (shownMs[index] ?? 1)
      if (!way || share < 0 || share > 1) continue
      const { x, y } = pointOn(way, share)
      context.fillStyle = colours[Math.min(retries[index] ?? 0, colours.length - 1)] ?? ''
      context.beginPath()
      context.arc((x / 100) * width, (y / 100) * height, radius, 0, 2 * Math.PI)
      context.fill()
    }
  }

  return () => cancelAnimationFrame(frame)
}

const edgeCurves = { across: placed(heroTemplate, 'across').curves, down: placed(heroTemplate, 'down').curves }

function retryColours(element: Element): readonly string[] {
  const style = getComputedStyle(element)
  return [0, 1, 2, 3].map((retries) => style.getPropertyValue(`--retry-${retries}`))
}
