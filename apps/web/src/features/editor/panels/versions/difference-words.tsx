import type { ElementChange, ElementDifference } from '@plimsoll/flow'
import { MARKS } from '../../scene/difference.ts'
import classes from './versions.module.css'

/** More of a kind than one would read. */
const AT_MOST = 200
const ORDER: readonly ElementChange[] = ['added', 'removed', 'changed', 'moved']

interface DifferenceWordsProps {
  readonly differences: readonly ElementDifference[]
  /** Whether the settings of the simulation differ, too. */
  readonly hasOtherSettings: boolean
}

/** What became of a version since, in words: the elements by name, of those that were changed every setting with both values. */
export function DifferenceWords({ differences, hasOtherSettings }: DifferenceWordsProps) {
  const of = Map.groupBy(differences, ({ change }) => change)
  const isSame = differences.length === 0 && !hasOtherSettings
  return (
    <div className={classes.words}>
      {isSame && <p>The board shows the same.</p>}
      {ORDER.map((change) => (
        <Changes key={change} change={change} differences={of.get(change) ?? []} />
      ))}
      {hasOtherSettings && <p>The settings of the simulation were changed since.</p>}
    </div>
  )
}

interface ChangesProps {
  readonly change: ElementChange
  readonly differences: readonly ElementDifference[]
}

function Changes({ change, differences }: ChangesProps) {
  if (differences.length === 0) return null
  const { sign, word } = MARKS[change]
  const more = differences.length - AT_MOST
  return (
    <>
      <h3 data-change={change}>
        <span aria-hidden="true">{sign} </span>
        {`${word.charAt(0).toUpperCase()}${word.slice(1)} (${differences.length.toLocaleString('en-US')})`}
      </h3>
      <ul>
        {differences.slice(0, AT_MOST).map(({ of, id, name, differences: settings }) => (
          <li key={`${of} ${id}`}>
            {name}
            {change === 'changed' && (
              <dl>
                {settings.map(({ what, mine, theirs }) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>
                      {mine}, now {theirs}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {more.toLocaleString('en-US')} more</p>}
    </>
  )
}
