import { readText } from './read-text.ts'

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  // A file that is taken away meanwhile cannot be read any more.
  const text = await data.text().catch(() => null)
  postMessage(text === null ? { ok: false, faults: ['the file cannot be read'] } : readText(text))
})
