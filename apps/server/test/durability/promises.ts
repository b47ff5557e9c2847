/** A flow as it was answered last. */
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

/** What a server has promised to one account. Never changed: each answer makes a new one. */
export interface Promises {
  flows: ReadonlyMap<string, SavedFlow>
  firstName: string
  password: string
  /** The password that was found to be accepted last. */
  checkedPassword: string
  /** Addresses that the account's owner has registered for others. */
  newcomers: ReadonlySet<string>
  /** Sent and not answered: the server died before, while or after it wrote. */
  underWay: Change | undefined
}

/** What is kept of an account, however it is read. */
export interface Kept {
  /** Id → the whole answer to a load. */
  flows: ReadonlyMap<string, string>
  firstName: string
  newcomers: ReadonlySet<string>
  accepts(password: string): Promise<boolean>
}

/** The promises after a change was made; `newId` is the id of a new flow. */
export function fulfil(promises: Promises, change: Change, newId?: string): Promises {
  const after = { ...promises, underWay: undefined }
  if (change.kind === 'newcomer') return { ...after, newcomers: new Set(promises.newcomers).add(change.value) }
  if (change.kind !== 'flow') return { ...after, [change.kind]: change.value }
  const flows = new Map(promises.flows)
  const id = change.id ?? newId ?? ''
  if (change.text === undefined) flows.delete(id)
  else flows.set(id, { version: (flows.get(id)?.version ?? 0) + 1, text: change.text })
  return { ...after, flows }
}

/**
 * Compares what is kept with what was promised: all that was answered, and of what was not answered all or nothing.
 * Throws with what is lost, halved or nobody's; returns what is promised from here on.
 */
export async function settle(promises: Promises, kept: Kept): Promise<Promises> {
  const { underWay } = promises
  const newIds = [...kept.flows.keys()].filter((id) => !promises.flows.has(id))
  const isDone = underWay && (await isMade(underWay, promises, kept))
  const settled = isDone ? fulfil(promises, underWay, newIds[0]) : { ...promises, underWay: undefined }

  const faults: string[] = []
  for (const [id, flow] of settled.flows) {
    const found = kept.flows.get(id)
    if (found === undefined) faults.push(`flow ${id} is lost`)
    else if (!holds(found, flow)) faults.push(`flow ${id} is not as it was answered: ${found.slice(0, 300)}`)
  }
  for (const id of kept.flows.keys()) if (!settled.flows.has(id)) faults.push(`flow ${id} is nobody's`)
  for (const email of settled.newcomers) if (!kept.newcomers.has(email)) faults.push(`${email} is lost`)
  if (kept.firstName !== settled.firstName) faults.push(`the name is ${kept.firstName}, not ${settled.firstName}`)
  const isPasswordChanged = settled.password !== settled.checkedPassword
  if (isPasswordChanged && !(await kept.accepts(settled.password))) faults.push('the password is lost')
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return { ...settled, checkedPassword: settled.password }
}

async function isMade(change: Change, promises: Promises, kept: Kept): Promise<boolean> {
  if (change.kind === 'flow') return isFlowChanged(change.id, promises, kept)
  if (change.kind === 'firstName') return kept.firstName === change.value
  return change.kind === 'newcomer' ? kept.newcomers.has(change.value) : kept.accepts(change.value)
}

function isFlowChanged(id: string | undefined, { flows }: Promises, kept: Kept): boolean {
  if (id === undefined) return [...kept.flows.keys()].some((one) => !flows.has(one))
  const [before, found] = [flows.get(id), kept.flows.get(id)]
  return before === undefined || found === undefined || !holds(found, before)
}

/** Whether an answer holds a version of a flow with exactly the bytes of its nodes as they were sent. */
function holds(answer: string, { version, text }: SavedFlow): boolean {
  const nodes = text.slice(text.indexOf('"nodes":'), text.indexOf(',"edges":'))
  const { data } = JSON.parse(answer)
  return data.version === version && data.name === JSON.parse(text).name && answer.includes(`${nodes},"edges":[]`)
}
