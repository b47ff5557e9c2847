import {
  defaultsOf,
  EDGE_KINDS,
  EDGE_TYPES,
  edgeLook,
  NODE_KINDS,
  nodeSummary,
  TEMPLATES,
  USERS_PROPERTY,
} from '@plimsoll/catalog'
import type { Plugin } from 'vite'
import type { CatalogPictures } from '../src/features/landing/catalog-pictures.ts'

const id = 'virtual:catalog-pictures'

/** Hands the landing page what it draws from the catalog, without the catalog: names, shapes and looks, read at build time. */
export function catalogPictures(): Plugin {
  return {
    name: 'catalog-pictures',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? `export const pictures = ${JSON.stringify(pictures())}` : undefined),
  }
}

function pictures(): CatalogPictures {
  return {
    components: Object.values(NODE_KINDS).map(({ type, label, caption }) => ({ type, label, caption })),
    connections: EDGE_TYPES.filter((type) => type !== 'default').map((type) => ({
      label: EDGE_KINDS[type].label,
      look: edgeLook(type, defaultsOf(EDGE_KINDS[type].properties)),
    })),
    templates: TEMPLATES.map((template) => ({
      id: template.id,
      title: template.title,
      description: template.description,
      nodes: template.nodes.map(({ key, type, layer, data }) => ({
        key,
        type,
        layer,
        label: data.label ?? NODE_KINDS[type].label,
        summary: nodeSummary(type, data),
        users: Number(Reflect.get(data, USERS_PROPERTY) ?? 0),
      })),
      edges: template.edges.map(({ from, to }) => ({ from, to })),
    })),
  }
}
