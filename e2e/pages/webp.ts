import type { Page } from '@playwright/test'

/** A PNG as WebP, by the browser's own encoder, so that no other is needed. */
export async function asWebp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const url = await page.evaluate(
    async ({ data, quality }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    { data: png.toString('base64'), quality },
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
