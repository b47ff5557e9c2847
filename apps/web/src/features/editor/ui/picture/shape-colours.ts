import type { Token } from '../../../../shared/scene/token.ts'

/** The design tokens as they are to be written into a picture. */
export interface ShapeColours {
  (token: Token): string
  readonly shadow: { readonly fill: string; readonly fillOpacity: number }
}

/** For a picture on the page, which follows its colours; without shadows. */
export const PAGE_COLOURS: ShapeColours = Object.assign((token: Token) => `var(${token})`, {
  shadow: { fill: 'none', fillOpacity: 0 },
})
