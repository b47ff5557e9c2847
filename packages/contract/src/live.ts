const SAVE_FAULTS = ['storage', 'too-large', 'failed'] as const

/** Why what is drawn together is not a version of its flow yet; `failed`: for a reason of the server. */
export type SaveFault = (typeof SAVE_FAULTS)[number]

/** What the server sends to whoever may draw when a save has failed, and when one succeeds after that: then with null. */
export const saveFaultMessage = (saveFault: SaveFault | null): string => JSON.stringify({ saveFault })

/** The same as it is read. */
export function readSaveFault(message: string): SaveFault | null {
  const { saveFault } = Object(JSON.parse(message))
  return SAVE_FAULTS.find((fault) => fault === saveFault) ?? null
}
