import { AsyncLocalStorage } from 'node:async_hooks'

/** Who waits in a fair queue. Parties take turns, and so do the members of one. */
export interface Whose {
  /** A user, or a network address before it is known who asks. */
  party: string
  /** Within it, such as the account for which an address tries a password. */
  member: string
}

/** What nobody has asked for. */
const SERVER: Whose = { party: 'server', member: '' }

const current = new AsyncLocalStorage<Whose>()

/** Does something on behalf of somebody: whatever it waits for until it is done, it waits for in their turn. */
export const onBehalfOf = <Result>(whose: Whose, work: () => Result): Result => current.run({ ...whose }, work)

/** On whose behalf the caller works. */
export const whose = (): Whose => current.getStore() ?? SERVER

export const partyOfUser = (userId: string) => `user ${userId}`
export const partyOfAddress = (address: string) => `address ${address}`

/** From here on the work of the caller is on behalf of this user. */
export const onBehalfOfUser = (userId: string): void => change({ party: partyOfUser(userId), member: '' })

/** From here on the turn is that of a member of the same party. */
export const onBehalfOfMember = (member: string): void => change({ member })

function change(changes: Partial<Whose>): void {
  const store = current.getStore()
  if (store) Object.assign(store, changes)
}
