import { DOT_TONES } from '@plimsoll/simulation'
import { currentColours, type TokenColours } from '../token-colours.ts'
import type { Disc, Rgb } from './sprites.ts'

/** The token of each colour of a dot. */
const TONE_TOKENS = DOT_TONES.map((_, tone) => `--retry-${tone}` as const)

/** Screen pixels at zoom 1, and the bounds that keep a dot visible far out and small close in. */
const RADIUS = { normal: 4, least: 2.5, most: 5.5 } as const
const RING = 1.25

export interface Theme {
  readonly retries: readonly Rgb[]
  readonly canvas: Rgb
  readonly surface: string
  readonly text: string
  readonly line: string
  readonly font: string
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The colours of the present scheme, where no others are given. */
export function readTheme(context: Context, token: TokenColours = currentColours()): Theme {
  return {
    retries: TONE_TOKENS.map((name) => rgb(context, token(name))),
    canvas: rgb(context, token('--surface-canvas')),
    surface: token('--surface'),
    text: token('--text'),
    line: token('--line-strong'),
    font: token('--font'),
  }
}

/** One disc for each number of retries, for a zoom and a pixel ratio; new ones only when the size in pixels is another. */
export function createDiscs(theme: Theme) {
  let size = 0
  let discs: readonly Disc[] = []
  return (zoom: number, pixelRatio: number): readonly Disc[] => {
    const radius = Math.min(RADIUS.most, Math.max(RADIUS.least, RADIUS.normal * zoom)) * pixelRatio
    const rounded = Math.round(radius * 4) / 4
    if (rounded !== size) {
      size = rounded
      discs = theme.retries.map((color) => ({
        radius: rounded,
        ring: RING * pixelRatio,
        color,
        ringColor: theme.canvas,
      }))
    }
    return discs
  }
}

/** Any opaque colour of CSS in its parts: a canvas gives it back as #rrggbb. */
export function rgb(context: Context, color: string): Rgb {
  context.fillStyle = color
  const value = Number.parseInt(String(context.fillStyle).slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
