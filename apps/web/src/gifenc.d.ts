/** The package has no types of its own; these are the parts that are used. */
declare module 'gifenc' {
  export type Palette = readonly (readonly [red: number, green: number, blue: number])[]

  interface FrameOptions {
    /** Of the first frame it is the one of all. */
    readonly palette?: Palette
    /** Rounded to 10 ms. */
    readonly delay?: number
    readonly transparent?: boolean
    readonly transparentIndex?: number
    /** 1: the frame stays under the next one. */
    readonly dispose?: number
  }

  interface Encoder {
    writeFrame(pixels: Uint8Array, width: number, height: number, options: FrameOptions): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }

  export function GIFEncoder(): Encoder
  export function quantize(rgba: Uint8ClampedArray, most: number): Palette
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array
}
