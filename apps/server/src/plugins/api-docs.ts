import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { errorResponse } from '@plimsoll/contract'
import type { Env } from 'hono'
import { html } from 'hono/html'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const JSON_TYPE = 'application/json'

const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2.5rem 0 0; font: 600 1.125rem ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid #8888; border-radius: 6px; }
`

/** Serves the OpenAPI document, generated from the routes that were added before, and a page that shows it. */
export function serveDocs<AppEnv extends Env>(app: OpenAPIHono<AppEnv>): void {
  const document = describe(app)
  const text = JSON.stringify(document)
  const page = docsPage(document)
  app.get('/api/openapi.json', (context) => context.body(text, 200, { 'content-type': JSON_TYPE }))
  app.get('/api/docs', (context) => context.html(page))
  app.get('/api/docs.css', (context) => context.body(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }))
}

function describe<AppEnv extends Env>(app: OpenAPIHono<AppEnv>) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Plimsoll API', version: '1' } })
  const schema = z.toJSONSchema(errorResponse, { target: 'openapi-3.0' }) as Schema
  for (const { operation } of operations(document)) {
    operation.responses ??= {}
    operation.responses.default = {
      description: 'An error: what went wrong, and where in the request',
      content: { [JSON_TYPE]: { schema } },
    }
  }
  return document
}

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type Schema = NonNullable<NonNullable<Document['components']>['schemas']>[string]

function operations(document: Document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
}

function docsPage(document: Document) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Plimsoll API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<h1>Plimsoll API</h1>
<p>JSON in, JSON out. Calls marked “session” need the header <code>Authorization: Bearer</code> with the token of a login.
The same contract for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${operations(document).map(
  ({ path, method, operation }) => html`<section>
<h2>${method.toUpperCase()} ${path}</h2>
<p>${operation.summary}${operation.security ? ' · session' : ''}</p>
${schemaOf('Request', operation.requestBody)}
${Object.entries(operation.responses ?? {}).map(([status, response]) => schemaOf(status, response))}
</section>`,
)}
</body>
</html>`
}

function schemaOf(title: string, described: unknown) {
  const content = (described as { content?: Record<string, { schema?: unknown }> } | undefined)?.content
  const schema = content?.[JSON_TYPE]?.schema
  if (!schema) return ''
  return html`<details><summary>${title}</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`
}
