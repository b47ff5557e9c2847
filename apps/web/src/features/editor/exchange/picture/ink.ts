/** Gives the present value of a design token, `--surface`, in the colours that the page has now. */
export type Ink = (token: `--${string}`) => string

export function currentInk(): Ink {
  const style = getComputedStyle(document.documentElement)
  return (token) => style.getPropertyValue(token).trim()
}

/** A colour that is partly clear, in words that every program for pictures knows. */
export function solidAndOpacity(colour: string): { fill: string; fillOpacity: number } {
  const [red = '0', green = '0', blue = '0', alpha = '1'] = colour.match(/[\d.]+/g) ?? []
  return { fill: `rgb(${red},${green},${blue})`, fillOpacity: Number(alpha) }
}
