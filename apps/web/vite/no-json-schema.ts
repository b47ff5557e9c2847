import type { Plugin } from 'vite'

const SOURCE = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves out of the page what makes JSON schemas of schemas: every class of zod names it, so that a bundler keeps it, and only the
 * server calls it. What its modules export is still there, and refuses.
 */
export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    load: {
      filter: { id: SOURCE },
      handler: async (id) => {
        const names = Object.keys(await import(id))
        return `
          const refuse = () => { throw new Error('The page makes no JSON schemas.') }
          const refuseLater = () => refuse
          export { ${names.map((name) => `${name.startsWith('create') ? 'refuseLater' : 'refuse'} as ${name}`)} }`
      },
    },
  }
}
