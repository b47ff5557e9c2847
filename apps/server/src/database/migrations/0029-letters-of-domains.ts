import { domainToASCII, domainToUnicode } from 'node:url'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Addresses {
  users: { email: string }
  flow_shares: { email: string }
  team_members: { email: string }
}

/** As `canonicalEmail` was when this was released. */
function inLetters(email: string): string {
  const start = email.lastIndexOf('@') + 1
  return email.slice(0, start) + domainToUnicode(domainToASCII(email.slice(start)))
}

/** Addresses whose domain was spelled for machines were kept as they were typed, and are looked up in letters from now on. */
export const lettersOfDomains: Migration = {
  async up(db: Kysely<unknown>) {
    const addresses = db as Kysely<Addresses>
    for (const table of ['users', 'flow_shares', 'team_members'] as const) {
      const rows = await addresses.selectFrom(table).select('email').where('email', 'like', '%@%xn--%').execute()
      for (const { email } of rows)
        await addresses
          .updateTable(table)
          .set({ email: inLetters(email) })
          .where('email', '=', email)
          .execute()
    }
  },
}
