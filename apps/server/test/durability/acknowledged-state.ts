/** A flow as last acknowledged. */
interface SavedFlow {
  version: number
  /** The body that it was saved with. */
  text: string
}

/** What a call changes. */
export type Change =
  /** Without an id for a new flow, without a text for a removal. */
  | { kind: 'flow'; id: string | undefined; text: string | undefined }
  | { kind: 'firstName' | 'password' | 'newcomer'; value: string }

/** The state of an account that a server has acknowledged. Immutable. */
export interface AcknowledgedState {
  flows: ReadonlyMap<string, SavedFlow>
  firstName: string
  password: string
  /** The password that was found to be accepted last. */
  checkedPassword: string
  /** Addresses that the account's owner has registered for others. */
  newcomers: ReadonlySet<string>
  /** Sent without a response: the server died before, during or after the write. */
  pending: Change | undefined
}

/** The stored state of an account. */
export interface StoredState {
  /** Maps an id to the response of a load. */
  flows: ReadonlyMap<string, string>
  firstName: string
  newcomers: ReadonlySet<string>
  accepts(password: string): Promise<boolean>
}

/** The acknowledged after a change was made; `newId` is the id of a new flow. */
export function acknowledge(acknowledged: AcknowledgedState, change: Change, newId?: string): AcknowledgedState {
  const after = { ...acknowledged, pending: undefined }
  if (change.kind === 'newcomer') return { ...after, newcomers: new Set(acknowledged.newcomers).add(change.value) }
  if (change.kind !== 'flow') return { ...after, [change.kind]: change.value }
  const flows = new Map(acknowledged.flows)
  const id = change.id ?? newId ?? ''
  if (change.text === undefined) flows.delete(id)
  else flows.set(id, { version: (flows.get(id)?.version ?? 0) + 1, text: change.text })
  return { ...after, flows }
}

/**
 * Compares what is stored with what was promised: all that was answered, and of what was not answered all or nothing.
 * Throws with what is lost, halved or nobody's; returns what is promised from here on.
 */
export async function verifyStored(acknowledged: AcknowledgedState, stored: StoredState): Promise<AcknowledgedState> {
  const { pending } = acknowledged
  const newIds = [...stored.flows.keys()].filter((id) => !acknowledged.flows.has(id))
  const isDone = pending && (await isMade(pending, acknowledged, stored))
  const settled = isDone ? acknowledge(acknowledged, pending, newIds[0]) : { ...acknowledged, pending: undefined }

  const faults: string[] = []
  for (const [id, flow] of settled.flows) {
    const found = stored.flows.get(id)
    if (found === undefined) faults.push(`flow ${id} is lost`)
    else if (!holds(found, flow)) faults.push(`flow ${id} is not as it was answered: ${found.slice(0, 300)}`)
  }
  for (const id of stored.flows.keys()) if (!settled.flows.has(id)) faults.push(`flow ${id} is nobody's`)
  for (const email of settled.newcomers) if (!stored.newcomers.has(email)) faults.push(`${email} is lost`)
  if (stored.firstName !== settled.firstName) faults.push(`the name is ${stored.firstName}, not ${settled.firstName}`)
  const isPasswordChanged = settled.password !== settled.checkedPassword
  if (isPasswordChanged && !(await stored.accepts(settled.password))) faults.push('the password is lost')
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return { ...settled, checkedPassword: settled.password }
}

async function isMade(change: Change, acknowledged: AcknowledgedState, stored: StoredState): Promise<boolean> {
  if (change.kind === 'flow') return isFlowChanged(change.id, acknowledged, stored)
  if (change.kind === 'firstName') return stored.firstName === change.value
  return change.kind === 'newcomer' ? stored.newcomers.has(change.value) : stored.accepts(change.value)
}

function isFlowChanged(id: string | undefined, { flows }: AcknowledgedState, stored: StoredState): boolean {
  if (id === undefined) return [...stored.flows.keys()].some((one) => !flows.has(one))
  const [before, found] = [flows.get(id), stored.flows.get(id)]
  return before === undefined || found === undefined || !holds(found, before)
}

/** Whether an answer holds a version of a flow with exactly the bytes of its nodes as they were sent. */
function holds(answer: string, { version, text }: SavedFlow): boolean {
  const nodes = text.slice(text.indexOf('"nodes":'), text.indexOf(',"edges":'))
  const { data } = JSON.parse(answer)
  return data.version === version && data.name === JSON.parse(text).name && answer.includes(`${nodes},"edges":[]`)
}
