import type { Queries } from '../../database/database.ts'

/** How many browsers of a user are known; those not used for longest are forgotten. */
const DEVICES_PER_USER = 100

interface Device {
  userId: string
  deviceHash: string
  now: number
}

/** Notes a login in a browser. Returns whether it is new there, and not the first that the account has ever used. */
export async function noteDevice(queries: Queries, { userId, deviceHash, now }: Device): Promise<boolean> {
  const devices = await queries
    .selectFrom('devices')
    .select(['device_hash', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .execute()
  await queries
    .insertInto('devices')
    .values({ user_id: userId, device_hash: deviceHash, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()
  const tooMany = devices.slice(DEVICES_PER_USER - 1).map(({ device_hash }) => device_hash)
  if (tooMany.length > 0)
    await queries.deleteFrom('devices').where('user_id', '=', userId).where('device_hash', 'in', tooMany).execute()
  return devices.length > 0 && devices.every(({ device_hash }) => device_hash !== deviceHash)
}

export async function removeDevices(queries: Queries, unusedSince: number) {
  await queries.deleteFrom('devices').where('last_seen_at', '<=', unusedSince).execute()
}
