import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '../../shared/api/profile.ts'
import classes from './profile.module.css'

const MIB = 2 ** 20
/** From this share on it is worth a warning. */
const NEARLY_FULL = 0.9

/** How much of the storage that one may use is used. */
export function StorageUse() {
  const { data } = useQuery(storageQuery)
  if (!data) return null
  const { usedBytes, allowedBytes } = data
  const isNearlyFull = usedBytes >= NEARLY_FULL * allowedBytes
  return (
    <div className={classes.storage}>
      <p>
        <span id="storage-use">
          {inMib(usedBytes)} of {inMib(allowedBytes)} MiB used
        </span>
        {isNearlyFull && '. Remove flows or experiments to make room.'}
      </p>
      <progress
        aria-labelledby="storage-use"
        data-full={isNearlyFull}
        max={allowedBytes}
        value={Math.min(usedBytes, allowedBytes)}
      />
      <p className={classes.note}>
        Flows, their versions, the bin and experiments, compressed. When no room is left, the oldest versions go, and
        then what you removed first.
      </p>
    </div>
  )
}

const inMib = (bytes: number) => (bytes / MIB).toLocaleString('en-US', { maximumFractionDigits: bytes < MIB ? 2 : 1 })
