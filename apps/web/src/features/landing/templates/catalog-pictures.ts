import type { EdgeLook, NodeType } from '@plimsoll/catalog'

/** What the landing page draws from the catalog; `vite/catalog-pictures.ts` fills it in at build time. */
export type CatalogPictures = {
  readonly components: readonly { readonly type: NodeType; readonly label: string; readonly caption: string }[]
  readonly connections: readonly { readonly label: string; readonly look: EdgeLook }[]
  readonly templates: readonly TemplatePicture[]
}

export type TemplatePicture = DiagramPicture & { readonly description: string }

export type DiagramPicture = {
  readonly id: string
  readonly title: string
  readonly nodes: readonly NodePicture[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}

/** `layer` counts from the clients; `users` is 0 for everything that is no client. */
type NodePicture = {
  readonly key: string
  readonly type: NodeType
  readonly layer: number
  readonly label: string
  readonly summary: string
  readonly users: number
}
