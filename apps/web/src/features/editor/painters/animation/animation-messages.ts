import type { NodeType } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import type { AnimationOptions } from '../../state/animation.ts'
import type { ShapeColours } from '../../ui/picture/shape-colours.ts'

/** A file of the page's letters. */
export interface FontFile {
  readonly family: string
  /** Absolute. */
  readonly url: string
  readonly weight: string
  readonly unicodeRange: string
}

/** What the worker has no page to take from. */
export interface AnimationLook {
  /** Every design token by its name. */
  readonly tokens: Readonly<Record<string, string>>
  readonly shadow: ShapeColours['shadow']
  readonly icons: ReadonlyMap<NodeType, ImageBitmap>
  readonly fonts: readonly FontFile[]
}

export interface AnimationOrder {
  readonly flow: Flow
  readonly seed: number
  /** Simulated time over that of the animation. */
  readonly speed: number
  readonly options: AnimationOptions
  readonly look: AnimationLook
}

export type AnimationReport =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'done'; readonly file: ArrayBuffer; readonly mimeType: string }
  | { readonly type: 'failed'; readonly reason: string }
