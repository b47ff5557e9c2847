import line from '../edges/edge.module.css'

const SVG = 'http://www.w3.org/2000/svg'

/** What a line is in the style sheet. */
export interface LineLook {
  readonly tone: string | undefined
  readonly load: string | undefined
  readonly dashed: string | undefined
}

export interface LineInk {
  readonly color: string
  readonly dashes: number[]
}

export interface NameInk {
  readonly font: string
  readonly color: string
  readonly halo: string
  readonly haloWidth: number
}

/** The broad stroke under a line that is marked. */
export interface MarkInk {
  readonly color: string
  readonly width: number
}

/** Finds out by one that is not seen how lines of each look are drawn; `lines` holds those that are. */
export function createInks(lines: Element) {
  const element = document.createElementNS(SVG, 'svg')
  const group = element.appendChild(document.createElementNS(SVG, 'g'))
  const reach = group.appendChild(document.createElementNS(SVG, 'path'))
  const path = group.appendChild(document.createElementNS(SVG, 'path'))
  const name = group.appendChild(document.createElementNS(SVG, 'text'))
  group.setAttribute('class', line.line ?? '')
  reach.setAttribute('class', line.reach ?? '')
  path.setAttribute('class', `react-flow__edge-path ${line.path}`)
  name.setAttribute('class', line.name ?? '')
  element.style.display = 'none'
  lines.before(element)
  const inks = new Map<string, LineInk>()
  const names = new Map<boolean, NameInk>()
  let markInk: MarkInk | undefined

  function ofLine(look: LineLook): LineInk {
    const key = Object.values(look).join()
    const known = inks.get(key)
    if (known) return known
    for (const [attribute, value] of Object.entries(look)) {
      if (value === undefined) delete group.dataset[attribute]
      else group.dataset[attribute] = value
    }
    const { stroke, strokeDasharray } = getComputedStyle(path)
    const ink = { color: stroke, dashes: (strokeDasharray.match(/[\d.]+/g) ?? []).map(Number) }
    inks.set(key, ink)
    return ink
  }

  /** Of a name of its own, or of its kind's. */
  function ofName(isOwn: boolean): NameInk {
    const known = names.get(isOwn)
    if (known) return known
    name.toggleAttribute('data-named', isOwn)
    const { fontStyle, fontWeight, fontSize, fontFamily, fill, stroke, strokeWidth } = getComputedStyle(name)
    const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
    const ink = { font, color: fill, halo: stroke, haloWidth: Number.parseFloat(strokeWidth) }
    names.set(isOwn, ink)
    return ink
  }

  function ofMark(): MarkInk {
    if (markInk) return markInk
    group.dataset.highlight = ''
    const { stroke, strokeWidth } = getComputedStyle(reach)
    delete group.dataset.highlight
    markInk = { color: stroke, width: Number.parseFloat(strokeWidth) }
    return markInk
  }

  return { ofLine, ofName, ofMark, remove: () => element.remove() }
}

export type Inks = ReturnType<typeof createInks>
