import edge from '../edges/edge.module.css'

const SVG = 'http://www.w3.org/2000/svg'

/** What an edge is in the style sheet. */
export interface EdgeAttributes {
  readonly tone: string | undefined
  readonly load: string | undefined
  readonly dashed: string | undefined
}

export interface EdgeStyle {
  readonly color: string
  readonly dashes: number[]
}

export interface NameStyle {
  readonly font: string
  readonly color: string
  readonly halo: string
  readonly haloWidth: number
}

/** The broad stroke under an edge that is marked. */
export interface HighlightStyle {
  readonly color: string
  readonly width: number
}

/** Finds out by one that is not seen how lines of each look are drawn; `lines` holds those that are. */
export function readEdgeStyles(edgeLayer: Element) {
  const element = document.createElementNS(SVG, 'svg')
  const group = element.appendChild(document.createElementNS(SVG, 'g'))
  const reach = group.appendChild(document.createElementNS(SVG, 'path'))
  const path = group.appendChild(document.createElementNS(SVG, 'path'))
  const name = group.appendChild(document.createElementNS(SVG, 'text'))
  group.setAttribute('class', edge.line ?? '')
  reach.setAttribute('class', edge.reach ?? '')
  path.setAttribute('class', `react-flow__edge-path ${edge.path}`)
  name.setAttribute('class', edge.name ?? '')
  element.style.display = 'none'
  edgeLayer.before(element)
  const styles = new Map<string, EdgeStyle>()
  const names = new Map<boolean, NameStyle>()
  let highlightStyle: HighlightStyle | undefined

  function ofEdge(look: EdgeAttributes): EdgeStyle {
    const key = Object.values(look).join()
    const known = styles.get(key)
    if (known) return known
    for (const [attribute, value] of Object.entries(look)) {
      if (value === undefined) delete group.dataset[attribute]
      else group.dataset[attribute] = value
    }
    const { stroke, strokeDasharray } = getComputedStyle(path)
    const style = { color: stroke, dashes: (strokeDasharray.match(/[\d.]+/g) ?? []).map(Number) }
    styles.set(key, style)
    return style
  }

  /** Of a name of its own, or of its kind's. */
  function ofName(isOwn: boolean): NameStyle {
    const known = names.get(isOwn)
    if (known) return known
    name.toggleAttribute('data-named', isOwn)
    const { fontStyle, fontWeight, fontSize, fontFamily, fill, stroke, strokeWidth } = getComputedStyle(name)
    const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
    const style = { font, color: fill, halo: stroke, haloWidth: Number.parseFloat(strokeWidth) }
    names.set(isOwn, style)
    return style
  }

  function ofHighlight(): HighlightStyle {
    if (highlightStyle) return highlightStyle
    group.dataset.highlight = ''
    const { stroke, strokeWidth } = getComputedStyle(reach)
    delete group.dataset.highlight
    highlightStyle = { color: stroke, width: Number.parseFloat(strokeWidth) }
    return highlightStyle
  }

  return { ofEdge, ofName, ofHighlight, remove: () => element.remove() }
}

export type EdgeStyles = ReturnType<typeof readEdgeStyles>
