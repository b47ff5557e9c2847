import type { FlowData } from '@plimsoll/contract'

export interface ExportedFlows {
  readonly flows: readonly FlowData[]
  readonly tags: readonly { readonly tag: string; readonly flows: readonly string[] }[]
}

/** What an export of the account, or of selected flows, holds; null for another text. The server checks each flow. */
export function readExport(text: string): ExportedFlows | null {
  try {
    const { data } = JSON.parse(text)
    if (!Array.isArray(data?.flows) || !data.flows.every(isNamed)) return null
    return { flows: data.flows, tags: Array.isArray(data.tags) ? data.tags.filter(isTag) : [] }
  } catch {
    return null
  }
}

const isNamed = (flow: unknown) => typeof Object(flow).id === 'string' && typeof Object(flow).name === 'string'

const isTag = (tag: unknown) => typeof Object(tag).tag === 'string' && Array.isArray(Object(tag).flows)

interface Library {
  /** Ids of the flows that are there. */
  readonly present: ReadonlySet<string>
  /** Saves a new flow and returns its id; the same flow is saved once, however often it is imported. */
  readonly save: (flow: FlowData) => Promise<string>
  readonly addTag: (tag: string, flows: readonly string[]) => Promise<unknown>
}

interface Imported {
  readonly added: number
  readonly alreadyThere: number
  readonly failures: readonly { readonly name: string; readonly error: unknown }[]
}

/** Adds the flows that are not there, one after the other, with their tags. A flow that cannot be saved is left out. */
export async function importFlows(
  { flows, tags }: ExportedFlows,
  { present, save, addTag }: Library,
): Promise<Imported> {
  const ids = new Map<string, string>()
  const failures: { name: string; error: unknown }[] = []
  let alreadyThere = 0
  for (const flow of flows) {
    if (present.has(flow.id)) {
      alreadyThere += 1
      continue
    }
    try {
      const id = await save(flow)
      if (present.has(id)) alreadyThere += 1
      else ids.set(flow.id, id)
    } catch (error) {
      failures.push({ name: flow.name, error })
    }
  }
  for (const { tag, flows: tagged } of tags) {
    const added = tagged.flatMap((id) => ids.get(id) ?? [])
    if (added.length > 0) await addTag(tag, added)
  }
  return { added: ids.size, alreadyThere, failures }
}
