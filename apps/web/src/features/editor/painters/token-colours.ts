import type { ShapeColours } from '../ui/picture/shape-colours.ts'

/** The design tokens as the page has them now. */
export type TokenColours = ShapeColours

export function currentColours(): TokenColours {
  const style = getComputedStyle(document.documentElement)
  const known = new Map<string, string>()
  // Asking the page is slow, and a picture of many shapes asks for the same few colours over and over.
  const colour = (token: string) => {
    const value = known.get(token) ?? style.getPropertyValue(token).trim()
    known.set(token, value)
    return value
  }
  return Object.assign(colour, { shadow: nodeShadow() })
}

/** The shadow that lies under a node, as a colour and how much of it is seen. */
function nodeShadow(): ShapeColours['shadow'] {
  const probe = document.createElement('i')
  probe.style.boxShadow = 'var(--shadow-raised)'
  document.body.append(probe)
  const { boxShadow } = getComputedStyle(probe)
  probe.remove()
  const [red = 0, green = 0, blue = 0, alpha = 1] = (/rgba?\(([^)]*)\)/.exec(boxShadow)?.[1] ?? '')
    .split(',')
    .map(Number)
  // The edge of a shadow is soft: what is seen of it beside the node is about half.
  return { fill: `rgb(${red},${green},${blue})`, fillOpacity: alpha / 2 }
}
