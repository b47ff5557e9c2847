export type Theme = 'light' | 'dark'

/** The colours of a report and of the files of its plots. */
const PALETTE = {
  light: {
    back: '#fff',
    text: '#1c2733',
    faint: '#5a6672',
    rule: '#d7dde3',
    bar: '#cfe3f5',
    band: '#eef1f4',
    good: '#17692f',
    bad: '#b3261e',
    unsure: '#8a5a00',
    line0: '#1668b0',
    line1: '#17692f',
    line2: '#b3261e',
    line3: '#8a5a00',
  },
  dark: {
    back: '#12181f',
    text: '#e6ebf0',
    faint: '#9fabb7',
    rule: '#33404d',
    bar: '#1f4468',
    band: '#1d262f',
    good: '#6fcf8a',
    bad: '#ff8f85',
    unsure: '#f0b849',
    line0: '#6bb3f2',
    line1: '#6fcf8a',
    line2: '#ff8f85',
    line3: '#f0b849',
  },
} as const satisfies Readonly<Record<Theme, Readonly<Record<string, string>>>>

/** The colours as variables of CSS. */
export const paletteCss = (theme: Theme): string =>
  Object.entries(PALETTE[theme])
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ')

/** Of the lines in turn, which have four colours: with these no two of them look alike. */
const LINE_DASHES = ['none', '6 3', '2 3', '8 3 2 3', '12 4', '1 5', '4 6', '10 3 2 3 2 3']
/** Of the limits in turn, which have one colour. */
const LIMIT_DASHES = ['4 3', '1 3', 'none', '10 4', '6 2 1 2', '1 6', '2 2', '14 3 1 3']
const COLOURS = 4

const eachLook = (dashes: readonly string[], cssOf: (look: number, dash: string) => string): string =>
  dashes.map((dash, look) => cssOf(look, dash)).join('\n')

/** How the shapes of a plot look: by their role, and of several by which it is. */
export const SHAPE_CSS = `
text { fill: var(--faint); font: 12px system-ui, sans-serif; }
path { fill: none; stroke-width: 1.75; stroke-linecap: round; }
path.grid { stroke: var(--rule); stroke-width: 1; }
path.dot, path.point { stroke-width: 6; }
path.point { stroke: var(--faint); }
path.range { opacity: 0.18; }
${eachLook(LINE_DASHES, (look, dash) => {
  const colour = `var(--line${look % COLOURS})`
  return `path.line${look} { stroke: ${colour}; stroke-dasharray: ${dash}; }
path.dot${look} { stroke: ${colour}; }
path.range${look} { fill: ${colour}; }`
})}
path.limit { stroke: var(--unsure); stroke-linecap: butt; }
${eachLook(LIMIT_DASHES, (look, dash) => `path.limit${look} { stroke-dasharray: ${dash}; }`)}
path.mark { stroke: var(--faint); stroke-dasharray: 1 3; }
path.mark1 { stroke: var(--line2); stroke-dasharray: 8 3; }
rect.band { fill: var(--band); }
rect.bar { fill: var(--line0); opacity: 0.4; }
rect.segment { fill: var(--faint); }
rect.segment1 { fill: var(--unsure); }
rect.segment2 { fill: var(--line0); }
rect.segment3 { fill: var(--good); }
`
