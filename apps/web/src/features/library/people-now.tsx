import type { FlowPresence } from '@plimsoll/contract'
import { counted } from '../../shared/text/counted.ts'
import { initialsOf } from '../../shared/text/initials.ts'
import classes from './people-now.module.css'

/** Named one by one; of more there is the number. */
const MOST_NAMED = 3

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })

/** Who has a flow open. */
export function PeopleNow({ names, others }: FlowPresence) {
  const named = names.slice(0, MOST_NAMED)
  const rest = names.length - named.length + others
  const all = [...named, ...(rest > 0 ? [counted(rest, 'other')] : [])]
  return (
    <p className={classes.people}>
      <span className={classes.marks} aria-hidden="true">
        {named.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people can have one name.
          <span key={at} className={classes.mark}>
            {initialsOf(name)}
          </span>
        ))}
      </span>
      <span>
        {inWords.format(all)} {all.length === 1 ? 'has' : 'have'} it open
      </span>
    </p>
  )
}
