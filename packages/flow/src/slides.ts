import type { SlideChange } from './changes.ts'
import { type Area, FLOW_LIMITS, type Flow, type FlowSlide } from './document.ts'
import { isFiniteNumber, isRecord, isSameJson } from './json.ts'

/** The flow's slides in their order; empty when it has none. */
export const slidesOf = (flow: Flow): readonly FlowSlide[] => flow.slides ?? NO_SLIDES

const NO_SLIDES: readonly FlowSlide[] = []

function withSlides({ slides: _, ...flow }: Flow, slides: readonly FlowSlide[]): Flow {
  return slides.length === 0 ? flow : { ...flow, slides }
}

export const isArea = (value: unknown): value is Area => {
  if (!isRecord(value)) return false
  const { x, y, width, height } = value
  return [x, y].every(isFiniteNumber) && [width, height].every((length) => isFiniteNumber(length) && length > 0)
}

/** The area without what else the object holds. */
export const bareArea = ({ x, y, width, height }: Area): Area => ({ x, y, width, height })

export const isElementList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= FLOW_LIMITS.slideElements &&
  value.every((id) => typeof id === 'string' && id !== '' && id.length <= FLOW_LIMITS.idLength)

function isSlide({ title, text, area, elements }: FlowSlide): boolean {
  const fits = title.length <= FLOW_LIMITS.slideTitle && text.length <= FLOW_LIMITS.slideText
  return fits && isArea(area) && (elements === undefined || isElementList(elements))
}

export function addSlide(flow: Flow, slide: FlowSlide): Flow {
  const slides = slidesOf(flow)
  const isTaken = slides.some(({ id }) => id === slide.id)
  return isTaken || slides.length >= FLOW_LIMITS.slides || !isSlide(slide) ? flow : withSlides(flow, [...slides, slide])
}

export function changeSlide(flow: Flow, id: string, to: SlideChange): Flow {
  const slides = slidesOf(flow)
  const slide = slides.find((one) => one.id === id)
  if (slide === undefined) return flow
  const { elements, ...rest } = { ...slide, ...to }
  const next = elements === undefined ? rest : { ...rest, elements }
  const isRefused = !isSlide(next) || isSameJson(slide, next)
  return isRefused ? flow : withSlides(flow, slides.with(slides.indexOf(slide), next))
}

export function moveSlide(flow: Flow, id: string, index: number): Flow {
  const slides = slidesOf(flow)
  const from = slides.findIndex((slide) => slide.id === id)
  const slide = slides[from]
  const isPlace = Number.isInteger(index) && index >= 0 && index < slides.length
  return slide === undefined || !isPlace || index === from
    ? flow
    : withSlides(flow, slides.toSpliced(from, 1).toSpliced(index, 0, slide))
}

export function removeSlide(flow: Flow, id: string): Flow {
  const slides = slidesOf(flow)
  const left = slides.filter((slide) => slide.id !== id)
  return left.length === slides.length ? flow : withSlides(flow, left)
}
