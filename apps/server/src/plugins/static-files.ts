import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Context, Handler } from 'hono'
import { ApiError } from '../errors.ts'
import { acceptedEncodings } from './accepted-encodings.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** In order of preference. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const

/** Vite puts a hash of the content into these names. */
const HASHED = '/assets/'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Plimsoll</title>
<h1>The web app is not built</h1>
<p><code>npm start</code> builds it. The API answers under <a href="/api/docs">/api</a>.</p>
</html>
`

interface StaticFile {
  headers: Record<string, string>
  content: Uint8Array<ArrayBuffer>
  /** The content as compressed by the build. */
  encoded: { name: string; content: Uint8Array<ArrayBuffer> }[]
}

/** Maps URL paths to files; no other path exists. See docs/decisions/0019. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/**
 * Reads the built web app into memory; empty when there is no build. Skips other file types, such as source maps, and dot
 * files.
 */
export function loadStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  if (!existsSync(directory)) return files
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = `/${entry.replaceAll('\\', '/')}`
    const contentType = CONTENT_TYPES[extname(path)]
    if (contentType && !path.includes('/.')) files.set(path, loadFile(join(directory, entry), path, contentType))
  }
  return files
}

function loadFile(file: string, path: string, contentType: string): StaticFile {
  const content = readFileSync(file)
  const encoded = ENCODINGS.filter(({ extension }) => existsSync(file + extension)).map(({ name, extension }) => ({
    name,
    content: readFileSync(file + extension),
  }))
  const headers = {
    'content-type': contentType,
    'cache-control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${hash('sha256', content, 'base64url').slice(0, 22)}"`,
    ...(encoded.length > 0 && { vary: 'accept-encoding' }),
  }
  return { headers, content, encoded }
}

/** Serves the files, and the app's page for every route of the web app. */
export function serveStaticFiles(files: StaticFiles): Handler {
  const page = files.get('/index.html')
  return (context) => {
    const { path } = context.req
    const file = files.get(path) ?? (isRoute(path) ? page : undefined)
    if (file) return send(context, file)
    const wantsPage = context.req.header('accept')?.includes('text/html')
    if (!page && isRoute(path) && wantsPage) return context.html(NOT_BUILT, 404)
    throw new ApiError('resource/not-found')
  }
}

/** Paths with a dot are files, and a missing file must not return the page. */
function isRoute(path: string): boolean {
  return !path.includes('.') && !path.startsWith(HASHED)
}

function send(context: Context, { headers, content, encoded }: StaticFile): Response {
  if (context.req.header('if-none-match') === headers.etag) return context.body(null, 304, headers)
  const accepted = acceptedEncodings(context.req.header('accept-encoding'))
  const encoding = encoded.find(({ name }) => accepted.has(name))
  if (!encoding) return context.body(content, 200, headers)
  return context.body(encoding.content, 200, { ...headers, 'content-encoding': encoding.name })
}
