/** A document as an image with its letters: `decode()` does not wait for the fonts in it, and the first frame may still lack some. */
export async function loadSvg(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const image = new Image()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  image.onload = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  image.onerror = reject
  image.src = address
  try {
    await promise
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}
