import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { parseFlow } from '@plimsoll/flow'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { drawPicture } from './draw-picture.ts'

// Draws pictures off the thread that answers requests. Each message is a stored flow; the answer is a PNG, or null where none can be drawn.

const read = (url: string) => readFile(new URL(url))
const [wasm, ...fonts] = await Promise.all([
  read(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')),
  read(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  read(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
])
await initWasm(wasm)

export interface Drawing {
  packed: Uint8Array
}

export interface Drawn {
  png: Uint8Array | null
}

parentPort?.on('message', ({ packed }: Drawing) => {
  const answer: Drawn = { png: pngOf(packed) }
  parentPort?.postMessage(answer)
})

function pngOf(packed: Uint8Array): Uint8Array | null {
  const { data } = JSON.parse(gunzipSync(packed).toString())
  const parsed = parseFlow(data)
  if (!parsed.ok) return null
  const image = new Resvg(drawPicture(parsed.flow, data.name), {
    font: { fontBuffers: fonts, defaultFontFamily: 'Inter', loadSystemFonts: false },
  })
  const rendered = image.render()
  const png = rendered.asPng()
  rendered.free()
  image.free()
  return png
}
