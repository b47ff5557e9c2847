import type { Whose } from './on-behalf-of.ts'

interface FairQueueOptions {
  /** How many may wait. */
  most: number
  /** How many of one party may. */
  mostOfParty?: number
}

/** What waits, in turns: of each party one, and of each member of a party one. */
export interface FairQueue<Item> {
  readonly size: number
  /** Adds an item, and returns the one that must go for it where too many wait: the newest of whom most wait, so it may be this one. */
  add(whose: Whose, item: Item): Item | undefined
  /** Takes the next item of a party that may have a turn now. */
  take(mayHaveTurn?: (party: string) => boolean): Item | undefined
}

interface Party<Item> {
  size: number
  members: Map<string, Item[]>
}

/** A queue in which nobody gets more than a turn by asking more often. Both kinds of maps hold first who is next. See docs/decisions/0294. */
export function createFairQueue<Item>({ most, mostOfParty = most }: FairQueueOptions): FairQueue<Item> {
  const parties = new Map<string, Party<Item>>()
  let size = 0

  /** The newest of the member that has most, of the party that has most; where others have as many, of the one that came. */
  function dropNewest({ party: ofParty, member: ofMember }: Whose): Item | undefined {
    const came = parties.get(ofParty)
    let longest: [string, Party<Item> | undefined] = [ofParty, came]
    // A party that is beyond its own bound makes room itself.
    if (!came || came.size <= mostOfParty)
      for (const entry of parties) if (entry[1].size > (longest[1]?.size ?? 0)) longest = entry
    const [name, party] = longest
    if (!party) return undefined
    let [member, items] = [ofMember, party.members.get(ofMember)]
    for (const [other, others] of party.members)
      if (others.length > (items?.length ?? 0)) [member, items] = [other, others]
    const dropped = items?.pop()
    if (items?.length === 0) party.members.delete(member)
    shrink(name, party)
    return dropped
  }

  function shrink(name: string, party: Party<Item>) {
    size--
    if (--party.size === 0) parties.delete(name)
  }

  return {
    get size() {
      return size
    },

    add(whose, item) {
      const party = parties.get(whose.party) ?? { size: 0, members: new Map() }
      parties.set(whose.party, party)
      const items = party.members.get(whose.member)
      if (items) items.push(item)
      else party.members.set(whose.member, [item])
      party.size++
      size++
      return size > most || party.size > mostOfParty ? dropNewest(whose) : undefined
    },

    take(mayHaveTurn = () => true) {
      for (const [name, party] of parties) {
        if (!mayHaveTurn(name)) continue
        const [[member, items] = ['', []]] = party.members
        const item = items.shift()
        party.members.delete(member)
        if (items.length > 0) party.members.set(member, items)
        parties.delete(name)
        parties.set(name, party)
        shrink(name, party)
        return item
      }
      return undefined
    },
  }
}
