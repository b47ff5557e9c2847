import { styleText } from 'node:util'

/** Styles of the terminal by what they mean; none of them says anything that the text does not. */
const STYLES = { good: 'green', bad: 'red', unsure: 'yellow', heading: 'bold', faint: 'dim' } as const

export type Paint = Readonly<Record<keyof typeof STYLES, (text: string) => string>>

/** Paints for a terminal; plain text else. */
export function createPaint(hasColours: boolean): Paint {
  const style = (name: keyof typeof STYLES) => (text: string) =>
    hasColours ? styleText(STYLES[name], text, { validateStream: false }) : text
  return {
    good: style('good'),
    bad: style('bad'),
    unsure: style('unsure'),
    heading: style('heading'),
    faint: style('faint'),
  }
}
