import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../src/shared/theme/tokens.css', import.meta.url), 'utf8')
const schemes = { light: coloursOf('"light"'), dark: coloursOf('"dark"') }

const surfaces = ['surface', 'surface-page', 'surface-canvas', 'surface-sunken', 'surface-hover', 'surface-disabled']
const kinds = ['client', 'load-balancer', 'server', 'cache', 'database']
const loads = ['calm', 'busy', 'high', 'full']

/** Foreground, what it stands on, and how much the pair must keep: 4.5 for text, 3 for figures and control edges. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...surfaces.flatMap((surface) => [
    ['text', surface, 4.5] as const,
    ['text-muted', surface, 4.5] as const,
    ['text-faint', surface, 4.5] as const,
    ['accent-text', surface, 4.5] as const,
  ]),
  ['text', 'surface-pressed', 4.5],
  ['line-control', 'surface', 3],
  ['focus', 'surface', 3],
  ['focus', 'surface-page', 3],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ['text', 'accent-soft', 4.5],
  ...['good', 'warn', 'bad'].flatMap((mark) => [
    [mark, 'surface', 4.5] as const,
    [mark, `${mark}-soft`, 4.5] as const,
    ['text', `${mark}-soft`, 4.5] as const,
  ]),
  ...kinds.flatMap((kind) => [
    [`kind-${kind}`, 'surface', 4.5] as const,
    [`kind-${kind}`, `kind-${kind}-soft`, 4.5] as const,
  ]),
  ...loads.flatMap((load) => [
    [`load-${load}`, 'surface', 3] as const,
    [`load-${load}`, 'surface-canvas', 3] as const,
    ['text', `water-${load}`, 4.5] as const,
    ['text-muted', `water-${load}`, 4.5] as const,
  ]),
  ...[0, 1, 2, 3].map((retries) => [`retry-${retries}`, 'surface-canvas', 3] as const),
]

/** What the dark scheme must show on a dark canvas: borders of nodes, the rectangle of the overview, the rails of a selected edge. */
const darkBorders = ['line-strong', 'accent-text', 'focus'].flatMap((line) =>
  ['surface', 'surface-canvas'].map((surface) => [line, surface] as const),
)

it.each(darkBorders)('[UI-340] in the dark scheme %s on %s keeps 3 : 1', (line, surface) => {
  expect(contrast(colour(schemes.dark, line), colour(schemes.dark, surface))).toBeGreaterThanOrEqual(3)
})

describe.each(Object.entries(schemes))('the %s tokens', (_, colours) => {
  it.each(pairs)('[UI-2] [UI-860] %s on %s keep %s : 1', (front, back, least) => {
    expect(contrast(colour(colours, front), colour(colours, back))).toBeGreaterThanOrEqual(least)
  })
})

function coloursOf(scheme: string): ReadonlyMap<string, string> {
  const block = css.slice(css.indexOf('{', css.lastIndexOf(`[data-mantine-color-scheme=${scheme}]`)))
  const declarations = block.slice(0, block.indexOf('\n}')).matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)
  return new Map([...declarations].map(([, name = '', value = '']) => [name, value]))
}

function colour(colours: ReadonlyMap<string, string>, name: string): string {
  const value = colours.get(name)
  if (!value) throw new Error(`tokens.css has no colour --${name}`)
  return value
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
