import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import * as Y from 'yjs'

export interface LiveClient {
  doc: Y.Doc
  provider: HocuspocusProvider
  /** Whether it may change the flow. */
  scope(): Promise<string>
  /** The reason for which it was denied. */
  denied: Promise<string>
  /** The end of its socket. */
  closed: Promise<{ code: number; reason: string }>
  /** Resolves when the server has what was changed so far. */
  saved(): Promise<void>
  /** Resolves when the document is so. */
  until(isSo: (doc: Y.Doc) => boolean): Promise<void>
  close(): void
}

interface ConnectOptions {
  flowId: string
  token: string
  doc?: Y.Doc
  /** Of the document at the server, if it is not the flow. */
  name?: string
}

const RECONNECT_MS = 50

/** Connects to a flow as the editor does. */
export function connect(url: string, { flowId, token, doc = new Y.Doc(), name = flowId }: ConnectOptions): LiveClient {
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${url.replace('http', 'ws')}/api/flows/${flowId}/live`,
    delay: RECONNECT_MS,
    minDelay: RECONNECT_MS,
    maxDelay: RECONNECT_MS,
    jitter: false,
  })
  const authenticated = Promise.withResolvers<string>()
  const denied = Promise.withResolvers<string>()
  const closed = Promise.withResolvers<{ code: number; reason: string }>()
  const provider = new HocuspocusProvider({
    websocketProvider,
    name,
    token,
    document: doc,
    onAuthenticated: ({ scope }) => authenticated.resolve(scope),
    onAuthenticationFailed: ({ reason }) => denied.resolve(reason),
    onClose: ({ event }) => {
      if (event.code !== 1000) closed.resolve({ code: event.code, reason: event.reason })
    },
  })
  // What waited for the connection is in what is sent when documents are compared. Sent by itself as well, its acknowledgement would count
  // as that of everything.
  provider.on('open', () => Reflect.set(websocketProvider, 'messageQueue', []))
  provider.attach()
  return {
    doc,
    provider,
    scope: () => authenticated.promise,
    denied: denied.promise,
    closed: closed.promise,
    async saved() {
      while (!provider.isSynced || provider.hasUnsyncedChanges)
        await new Promise<void>((resolve) => {
          const goOn = () => {
            provider.off('unsyncedChanges', goOn)
            provider.off('synced', goOn)
            resolve()
          }
          provider.on('unsyncedChanges', goOn)
          provider.on('synced', goOn)
        })
    },
    until: (isSo) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isSo(doc)) return
          doc.off('update', look)
          resolve()
        }
        doc.on('update', look)
        look()
      }),
    close() {
      provider.destroy()
      websocketProvider.destroy()
    },
  }
}

/** What a document calls its flow. */
export const nameIn = (doc: Y.Doc): unknown => doc.getMap('heading').get('name')

/** Renames a flow, as an edit that is easy to see. */
export function rename(client: LiveClient, name: string): void {
  client.doc.getMap('heading').set('name', name)
}
