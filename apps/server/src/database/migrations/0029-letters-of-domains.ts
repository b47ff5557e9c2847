import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { canonicalEmail } from '../../email-address.ts'

interface Addresses {
  users: { email: string }
  flow_shares: { email: string }
  team_members: { email: string }
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
          .set({ email: canonicalEmail(email) })
          .where('email', '=', email)
          .execute()
    }
  },
}
