import type { Handler } from 'hono'
import { html } from 'hono/html'
import { PICTURE } from '../modules/pictures/draw-picture.ts'
import type { LinkPreview, SharingActions } from '../modules/sharing/sharing.actions.ts'
import type { PublicEnv } from './router.ts'
import { type StaticFiles, serveStaticFiles } from './static-files.ts'

/** Chats show no more of it. */
const MAX_DESCRIPTION_LENGTH = 300

interface SharedPageOptions {
  files: StaticFiles
  /** Those of every response. */
  headers: Record<string, string>
  config: { frameAncestors: readonly string[] }
  /** The origin of the server: addresses of pictures are absolute. */
  publicUrl: () => string
  sharing: Pick<SharingActions, 'preview'>
}

/**
 * Serves the app's page at the address of a link: with the title and description of its flow, which chats show, kept from search
 * engines, and embeddable where the operator says so.
 */
export function serveSharedPage({ files, headers, config, publicUrl, sharing }: SharedPageOptions): Handler<PublicEnv> {
  const serve = serveStaticFiles(files)
  const page = files.get('/index.html')
  const text = page && new TextDecoder().decode(page.content)
  const ownHeaders = { 'x-robots-tag': 'noindex, nofollow', ...embeddable(headers, config.frameAncestors) }
  return async (context, next) => {
    for (const [name, value] of Object.entries(ownHeaders)) context.header(name, value)
    if (!text) return serve(context, next)
    const token = context.req.param('token') ?? ''
    const preview = await sharing.preview(token, context.get('client'))
    const picture = `${publicUrl()}/shared/${encodeURIComponent(token)}/picture.png`
    return context.html(withPreview(text, preview && { ...preview, picture }), 200, { 'cache-control': 'no-store' })
  }
}

/** Serves the picture that chats show of a link. */
export function serveSharedPicture({ picture }: Pick<SharingActions, 'picture'>): Handler<PublicEnv> {
  return async (context) => {
    const png = await picture(context.req.param('token') ?? '', context.get('client'))
    return context.body(png, 200, {
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
  }
}

function embeddable(headers: Record<string, string>, ancestors: readonly string[]): Record<string, string> {
  if (ancestors.length === 0) return {}
  const policy = headers['content-security-policy'] ?? ''
  return {
    'content-security-policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors.join(' ')}`),
  }
}

/** The page with what it is about in its head, in place of the title and description of the app. */
function withPreview(page: string, preview: (LinkPreview & { picture: string }) | undefined): string {
  const title = preview ? `${preview.name} · Plimsoll` : 'Shared flow · Plimsoll'
  const description = cut(preview?.description ?? 'A system design to look at and to run.')
  const head = String(html`<title>${title}</title>
    <meta name="description" content="${description}" />
    <meta name="robots" content="noindex, nofollow" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Plimsoll" />
    <meta property="og:title" content="${preview?.name ?? 'Shared flow'}" />
    <meta property="og:description" content="${description}" />
    ${preview ? pictureTags(preview) : html`<meta name="twitter:card" content="summary" />`}`)
  return page.replace(/<meta name="description"[^>]*>/, '').replace(/<title>.*?<\/title>/s, () => head)
}

const pictureTags = ({ name, picture }: { name: string; picture: string }) =>
  html`<meta property="og:image" content="${picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${PICTURE.width}" />
    <meta property="og:image:height" content="${PICTURE.height}" />
    <meta property="og:image:alt" content="The diagram of ${name}" />
    <meta name="twitter:card" content="summary_large_image" />`

const cut = (text: string) => [...text].slice(0, MAX_DESCRIPTION_LENGTH).join('')
