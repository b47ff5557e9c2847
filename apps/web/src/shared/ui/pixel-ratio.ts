/** Finer than two device pixels to one of the screen nobody sees on what moves; it would only cost. */
const MOST = 2

/** Device pixels to one of the screen, for what is drawn on a canvas. */
export const pixelRatio = (): number => Math.min(MOST, devicePixelRatio)
