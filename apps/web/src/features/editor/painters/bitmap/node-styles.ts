import type { LoadLevel } from '../../../../shared/ui/load-level.ts'
import node from '../../../../shared/ui/node-card.module.css'

/** How a node's face is drawn, in pixels of the flow. */
export interface NodeStyle {
  readonly surface: string
  readonly border: number
  /** Of the surface; the water's is less by the border. */
  readonly radius: number
  readonly figure: {
    readonly font: string
    readonly spacing: string
    readonly color: string
    /** Its end from the node's, and its middle below the node's. */
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

/** Of the node that is not seen. */
const HEIGHT = 80

/** Digits that are measured together: their width is known in whole pixels. */
const MEASURED = 20

/** Finds out by a node that is not seen how nodes look; it is put on the canvas before `nextSibling`. */
export function readNodeStyles(nextSibling: Element) {
  const root = element('div', node.root)
  const water = root.appendChild(element('div', node.water))
  const [marks, icon, label] = [element('div', node.marks), element('i'), element('span', node.label)]
  const figure = element('span', `${node.load} figure`)
  const summary = element('span', node.summary)
  const digits = figure.appendChild(element('span'))
  root.append(marks, icon, label, figure, summary)
  label.textContent = summary.textContent = '0'
  digits.textContent = '0'.repeat(MEASURED)
  water.dataset.load = 'calm' satisfies LoadLevel
  Object.assign(root.style, { position: 'absolute', visibility: 'hidden', width: '200px', height: `${HEIGHT}px` })
  nextSibling.before(root)
  const nodeStyles = new Map<boolean, NodeStyle>()
  const waterStyles = new Map<LoadLevel, WaterStyle>()

  /** As it is seen now, near or from far away. */
  function ofNode(): NodeStyle {
    const isFar = root.closest('[data-far]') !== null
    const known = nodeStyles.get(isFar) ?? readNode()
    nodeStyles.set(isFar, known)
    return known
  }

  function readNode(): NodeStyle {
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
    const known = waterStyles.get(level)
    if (known) return known
    water.dataset.load = level
    const style = getComputedStyle(water)
    const waterStyle = { water: style.getPropertyValue('--water'), waterline: style.getPropertyValue('--waterline') }
    waterStyles.set(level, waterStyle)
    return waterStyle
  }

  return { ofNode, ofWater, remove: () => root.remove() }
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
