import type { LoadLevel } from '../../../../shared/ui/load-level.ts'
import card from '../../../../shared/ui/node-card.module.css'

/** How a card's face is drawn, in pixels of the board. */
export interface NodeStyle {
  readonly surface: string
  readonly border: number
  /** Of the surface; the water's is less by the border. */
  readonly radius: number
  readonly figure: {
    readonly font: string
    readonly spacing: string
    readonly color: string
    /** Its end from the card's, and its middle below the card's. */
    readonly right: number
    readonly below: number
    /** How wide each digit is. */
    readonly digit: number
  }
}

export interface WaterStyle {
  readonly water: string
  readonly waterline: string
}

/** Of the card that is not seen. */
const HEIGHT = 80

/** Digits that are measured together: their width is known in whole pixels. */
const MEASURED = 20

/** Finds out by a card that is not seen how cards look; it is put on the board before `place`. */
export function readNodeStyles(place: Element) {
  const root = element('div', card.root)
  const water = root.appendChild(element('div', card.water))
  const [marks, icon, label] = [element('div', card.marks), element('i'), element('span', card.label)]
  const figure = element('span', `${card.load} figure`)
  const summary = element('span', card.summary)
  const digits = figure.appendChild(element('span'))
  root.append(marks, icon, label, figure, summary)
  label.textContent = summary.textContent = '0'
  digits.textContent = '0'.repeat(MEASURED)
  water.dataset.load = 'calm' satisfies LoadLevel
  Object.assign(root.style, { position: 'absolute', visibility: 'hidden', width: '200px', height: `${HEIGHT}px` })
  place.before(root)
  const faces = new Map<boolean, NodeStyle>()
  const waters = new Map<LoadLevel, WaterStyle>()

  /** As it is seen now, near or from far away. */
  function ofFace(): NodeStyle {
    const isFar = root.closest('[data-far]') !== null
    const known = faces.get(isFar) ?? readFace()
    faces.set(isFar, known)
    return known
  }

  function readFace(): NodeStyle {
    const { backgroundColor, borderTopWidth, borderTopLeftRadius, paddingRight } = getComputedStyle(root)
    const { fontWeight, fontSize, fontFamily, letterSpacing, color } = getComputedStyle(figure)
    const border = Number.parseFloat(borderTopWidth)
    return {
      surface: backgroundColor,
      border,
      radius: Number.parseFloat(borderTopLeftRadius),
      figure: {
        font: `${fontWeight} ${fontSize} ${fontFamily}`,
        spacing: letterSpacing === 'normal' ? '0px' : letterSpacing,
        color,
        right: border + Number.parseFloat(paddingRight),
        below: (middleOf(figure) - middleOf(root)) / (root.getBoundingClientRect().height / HEIGHT),
        digit: digits.offsetWidth / MEASURED,
      },
    }
  }

  function ofWater(level: LoadLevel): WaterStyle {
    const known = waters.get(level)
    if (known) return known
    water.dataset.load = level
    const style = getComputedStyle(water)
    const ink = { water: style.getPropertyValue('--water'), waterline: style.getPropertyValue('--waterline') }
    waters.set(level, ink)
    return ink
  }

  return { ofFace, ofWater, remove: () => root.remove() }
}

export type NodeStyles = ReturnType<typeof readNodeStyles>

function middleOf(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect()
  return (top + bottom) / 2
}

function element(tag: string, className = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  return made
}
