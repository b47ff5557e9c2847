import {
  defaultsOf,
  EDGE_KINDS,
  EDGE_TYPES,
  edgeLook,
  type FlowTemplate,
  NODE_KINDS,
  nodeSummary,
  TEMPLATES,
  threeTier,
  USERS_PROPERTY,
} from '@plimsoll/catalog'
import type { Plugin } from 'vite'
import type {
  CatalogPictures,
  DiagramPicture,
  TemplatePicture,
} from '../src/features/landing/templates/catalog-pictures.ts'

const sources: Readonly<Record<string, () => string>> = {
  'virtual:catalog-pictures': () => `export const pictures = ${JSON.stringify(pictures())}`,
  'virtual:hero-template': () => `export const heroTemplate = ${JSON.stringify(diagramPicture(threeTier))}`,
}

/** Hands the landing page what it draws from the catalog, without the catalog: names, shapes and looks, read at build time. */
export function catalogPictures(): Plugin {
  return {
    name: 'catalog-pictures',
    resolveId: (source) => (source in sources ? `\0${source}` : undefined),
    load: (resolved) => sources[resolved.slice(1)]?.(),
  }
}

function pictures(): CatalogPictures {
  return {
    components: Object.values(NODE_KINDS).map(({ type, label, caption }) => ({ type, label, caption })),
    connections: EDGE_TYPES.filter((type) => type !== 'default').map((type) => ({
      label: EDGE_KINDS[type].label,
      look: edgeLook(type, defaultsOf(EDGE_KINDS[type].properties)),
    })),
    templates: TEMPLATES.map(templatePicture),
  }
}

function templatePicture(template: FlowTemplate): TemplatePicture {
  return { ...diagramPicture(template), description: template.description }
}

function diagramPicture({ id, title, nodes, edges }: FlowTemplate): DiagramPicture {
  return {
    id,
    title,
    nodes: nodes.map(({ key, type, layer, data }) => ({
      key,
      type,
      layer,
      label: data.label ?? NODE_KINDS[type].label,
      summary: nodeSummary(type, data),
      users: Number(Reflect.get(data, USERS_PROPERTY) ?? 0),
    })),
    edges: edges.map(({ from, to }) => ({ from, to })),
  }
}
