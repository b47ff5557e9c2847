import { isIntact } from '../../database/checksum.ts'
import type { Database } from '../../database/database.ts'
import { findUserById } from '../auth/users.repository.ts'
import { unpackFlow } from '../flows/packed-flow.ts'
import {
  findCheckedFlow,
  findCheckedVersion,
  listCheckedFlows,
  listCheckedVersions,
} from './checked-flows.repository.ts'

export interface CheckedFlows {
  /** How many contents were looked at. */
  checked: number
  /** What is damaged, a line each. */
  damaged: string[]
}

/** Looks at the content of every stored flow: in the library, in the bin, and of earlier versions. Changes nothing. */
export async function checkFlows({ read }: Pick<Database, 'read'>): Promise<CheckedFlows> {
  const damaged: string[] = []
  let checked = 0

  /** A page of the database that cannot be read costs what is on it, not the rest. */
  async function attempt<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await act()
    } catch (error) {
      damaged.push(`${what}: ${(error as Error).message}`)
    }
  }

  for (const table of ['flows', 'removed_flows'] as const) {
    const place = table === 'flows' ? 'the library' : 'the bin'
    for (const { id } of (await attempt(`the list of ${place}`, () => listCheckedFlows(read, table))) ?? []) {
      const what = `flow ${id} in ${place}`
      const flow = await attempt(what, () => findCheckedFlow(read, table, id))
      if (!flow) continue
      checked++
      const fault = await faultOf(flow)
      if (!fault) continue
      const owner = await attempt(`the owner of ${what}`, () => findUserById(read, flow.user_id))
      damaged.push(`${what}, “${flow.name}” of ${owner?.email}: ${fault}`)
    }
  }
  for (const { flow_id: id, version } of (await attempt('the list of versions', () => listCheckedVersions(read))) ??
    []) {
    const what = `version ${version} of flow ${id}`
    const kept = await attempt(what, () => findCheckedVersion(read, id, version))
    if (!kept?.packed) continue
    checked++
    if (!isIntact(kept.packed)) damaged.push(`${what}: its checksum is wrong`)
  }
  return { checked, damaged }
}

type CheckedFlow = NonNullable<Awaited<ReturnType<typeof findCheckedFlow>>>

async function faultOf({ packed, ...row }: CheckedFlow): Promise<string | undefined> {
  if (!isIntact(packed)) return 'its checksum is wrong'
  const { id, name, description, version, nodes, edges } = JSON.parse(await unpackFlow(packed))
  const content = { id, name, description, version, node_count: nodes.length, edge_count: edges.length }
  const stored: Record<string, unknown> = row
  const other = Object.entries(content).filter(([key, value]) => stored[key] !== value)
  return other.length > 0 ? `the library has another ${other.map(([key]) => key).join(' and ')}` : undefined
}
