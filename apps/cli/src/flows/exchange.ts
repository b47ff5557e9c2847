import { existsSync } from 'node:fs'
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type Call, UsageError } from '../command.ts'
import { LARGEST_BYTES, readJsonFile } from '../simulate/flow-file.ts'

/** A flow as the API sends it, as far as it is looked at here. */
interface StoredFlow {
  readonly id: string
  readonly version: number
  readonly name: string
}

type Document = Readonly<Record<string, unknown>>

/** What a save sends; id, times and role are the server's. */
const SAVED = ['name', 'description', 'documentVersion', 'nodes', 'edges', 'groups', 'slides', 'simulation'] as const

/** Loads a flow into the file. */
export async function pullFlow(call: Call): Promise<string> {
  const ask = connect(call)
  const [given] = call.texts('flow')
  const inFile = async () => (existsSync(call.file) ? (await readDocument(call.file)).id : undefined)
  const id = given === undefined ? await inFile() : flowIdOf(given)
  if (typeof id !== 'string' || id === '')
    throw new UsageError(`Which flow? --flow names it: ${call.file} does not say from which one it comes.`)
  const flow = await ask('GET', `/flows/${encodeURIComponent(id)}`)
  await write(call.file, flow)
  return `“${flow.name}”, version ${flow.version}, is in ${call.file}.`
}

/** Saves the file, and writes what the server has now into it. */
export async function pushFlow(call: Call): Promise<string> {
  const ask = connect(call)
  const document = await readDocument(call.file)
  const { id, version } = document
  const [note] = call.texts('note')
  const content = Object.fromEntries(SAVED.flatMap((key) => (key in document ? [[key, document[key]]] : [])))
  const body = { ...content, ...(note !== undefined && { note }) }
  const isKnown = typeof id === 'string' && typeof version === 'number' && !call.has('new')
  const flow = isKnown
    ? await ask('PUT', `/flows/${encodeURIComponent(id)}`, { ...body, version })
    : await ask('POST', '/flows', body)
  await write(call.file, flow)
  return `“${flow.name}” is saved as version ${flow.version}: ${serverOf(call)}/flow/${flow.id}`
}

/** Where the flow of this address or id is on the server, as a path of its API. */
function flowIdOf(text: string): string {
  const { pathname } = URL.parse(text, 'http://none') ?? { pathname: text }
  const [, id] = /\/flow\/([^/]+)/.exec(pathname) ?? []
  return id === undefined ? text : decodeURIComponent(id)
}

/** Loads the flow that a server holds by its id or its address, for a run that needs no file. */
export async function fetchFlow(call: Pick<Call, 'text' | 'apiToken'>, flow: string): Promise<Document> {
  return (await connect(call)('GET', `/flows/${encodeURIComponent(flowIdOf(flow))}`)) as unknown as Document
}

type Ask = (method: string, path: string, body?: unknown) => Promise<StoredFlow>

/** Throws a UsageError where the address of the server or the token is missing or none. */
function connect(call: Pick<Call, 'text' | 'apiToken'>): Ask {
  const server = serverOf(call)
  const { apiToken } = call
  if (apiToken === null)
    throw new UsageError('PLIMSOLL_TOKEN is not set: it has an API token, which Profile, Security on the server makes.')
  // What a header cannot hold would be printed by whoever refuses it.
  if (!/^[\x21-\x7e]+$/.test(apiToken))
    throw new UsageError(
      'PLIMSOLL_TOKEN is no API token: it has a space, a line break or another character that none has.',
    )
  return async (method, path, body) => {
    let response: Response
    try {
      response = await fetch(`${server}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiToken}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A token is for one server.
        redirect: 'error',
      })
    } catch (error) {
      const { cause, message } = error as Error
      throw new Error(`${server} cannot be reached: ${cause instanceof Error ? cause.message : message}`)
    }
    const answer = (await response.json().catch(() => null)) as {
      data?: StoredFlow
      message?: string
      errors?: Readonly<Record<string, string>>
    } | null
    if (response.ok && answer?.data) return answer.data
    throw new Error(refusal(response.status, answer?.message, answer?.errors))
  }
}

function refusal(
  status: number,
  message = 'That is no answer of Plimsoll.',
  errors: Readonly<Record<string, string>> = {},
) {
  if (status === 401) return 'The server does not know the API token of PLIMSOLL_TOKEN, or it has ended.'
  if (status === 409) return `${message} Pull it, make your changes again, and push.`
  return [`${message} (${status})`, ...Object.entries(errors).map(([path, fault]) => `  ${path} ${fault}`)].join('\n')
}

function serverOf(call: Pick<Call, 'text'>): string {
  const text = call.text('server')
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--server ${text}: must be an address such as https://plimsoll.example.com.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

async function readDocument(file: string): Promise<Document> {
  const document = await readJsonFile(file, LARGEST_BYTES)
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new UsageError(`${file} holds no flow.`)
  return document as Document
}

/** All or nothing: whoever stops it keeps the file as it was. */
async function write(file: string, flow: StoredFlow): Promise<void> {
  const isThere = existsSync(file)
  // Beside what a link leads to: nothing is renamed from one file system to another.
  const place = isThere ? await realpath(file) : file
  const part = `${place}.${process.pid}.part`
  try {
    await writeFile(part, `${JSON.stringify(flow, null, 2)}\n`)
    if (isThere) await chmod(part, (await stat(place)).mode)
    await rename(part, place)
  } catch (error) {
    await rm(part, { force: true })
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`)
  }
}
