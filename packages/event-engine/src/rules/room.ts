/** Of one instance. */
interface Room {
  readonly slots: number
  readonly admission: number
  readonly memoryLimit: number
}

/** Requests that an instance admits at a time. */
export const mostAdmitted = ({ admission, memoryLimit }: Omit<Room, 'slots'>): number =>
  Math.min(admission, memoryLimit)

/** Requests that it may work on at a time. */
export const mostAtWork = (room: Room): number => Math.min(room.slots, mostAdmitted(room))
