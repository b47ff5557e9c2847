import { subscribeDots } from '../../../stores/run.ts'
import line from '../lines/line.module.css'

const SVG = 'http://www.w3.org/2000/svg'

/** Looks of a line that it shares with others; its names and what can be pressed are left out. */
const LOOKS = ['tone', 'load', 'dashed'] as const

/** Lines that look the same, as two shapes: where they run and their arrow heads. */
interface Alike {
  readonly of: SVGElement
  readonly width: string
  readonly curves: string[]
  readonly heads: string[]
}

/**
 * Draws all lines that are in the page as a few shapes, one for each look, and keeps them as the lines are: a browser moves these for a
 * small part of what it takes to move hundreds of elements. Returns how to end it.
 */
export function drawMovingLines({ lines, className }: { lines: Element; className: string }): () => void {
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('class', className)
  picture.setAttribute('aria-hidden', 'true')
  const draw = () => picture.replaceChildren(...[...groupsOf(lines)].map(shapeOf))
  draw()
  lines.before(picture)
  const observer = new MutationObserver(draw)
  observer.observe(lines, { childList: true })
  const unsubscribe = subscribeDots(draw)
  return () => {
    observer.disconnect()
    unsubscribe()
    picture.remove()
  }
}

function groupsOf(lines: Element): Iterable<Alike> {
  const groups = new Map<string, Alike>()
  for (const of of lines.querySelectorAll<SVGElement>(`.${line.line}`)) {
    const path = of.querySelector<SVGElement>(`.${line.path}`)
    const { strokeWidth: width = '' } = path?.style ?? {}
    const look = [...LOOKS.map((name) => of.dataset[name]), width].join()
    const group = groups.get(look) ?? { of, width, curves: [], heads: [] }
    groups.set(look, group)
    group.curves.push(path?.getAttribute('d') ?? '')
    for (const head of of.querySelectorAll(`.${line.head}`)) group.heads.push(head.getAttribute('d') ?? '')
  }
  return groups.values()
}

function shapeOf({ of, width, curves, heads }: Alike): SVGElement {
  const group = document.createElementNS(SVG, 'g')
  group.setAttribute('class', line.line ?? '')
  for (const name of LOOKS) if (of.dataset[name] !== undefined) group.dataset[name] = of.dataset[name]
  const path = group.appendChild(document.createElementNS(SVG, 'path'))
  path.setAttribute('class', `react-flow__edge-path ${line.path}`)
  path.setAttribute('d', curves.join(''))
  path.style.strokeWidth = width
  const head = group.appendChild(document.createElementNS(SVG, 'path'))
  head.setAttribute('class', line.head ?? '')
  head.setAttribute('d', heads.join(''))
  return group
}
