import { sqliteVersion } from '../../apps/server/src/database/sqlite-version.ts'
import { npmJson } from './npm-json.ts'

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  properties?: { name: string; value: string }[]
}

interface Sbom {
  bomFormat: string
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

const SQLITE = 'sqlite'
const OWN_TOOLS = ['@plimsoll/e2e', '@plimsoll/benchmarks']
const DRIVER = 'better-sqlite3@'

/**
 * The bill of materials of what is shipped: npm's list of all packages without those that only developers need, and with SQLite, which is
 * inside a package. npm's own `--omit=dev` leaves out what any package needs for its development, the server's libraries among it.
 */
export async function makeSbom(): Promise<Sbom> {
  const all = await npmJson<Sbom>('sbom', '--sbom-format=cyclonedx', '--sbom-type=application')
  const shipped = all.components.filter((component) => !isForDevelopers(component))
  const version = sqliteVersion()
  const sqlite = {
    'bom-ref': `${SQLITE}@${version}`,
    type: 'library',
    name: SQLITE,
    version,
    purl: `pkg:generic/${SQLITE}@${version}`,
  }
  const refs = new Set([all.dependencies[0]?.ref, ...shipped.map((component) => component['bom-ref'])])
  return {
    ...all,
    // npm takes the name of the folder.
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'plimsoll' } },
    components: [...shipped, sqlite],
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: [
          ...dependsOn.filter((one) => refs.has(one)),
          ...(ref.startsWith(DRIVER) ? [sqlite['bom-ref']] : []),
        ],
      })),
  }
}

const isForDevelopers = ({ 'bom-ref': ref, properties = [] }: Component) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development') ||
  OWN_TOOLS.some((name) => ref.startsWith(`${name}@`))
