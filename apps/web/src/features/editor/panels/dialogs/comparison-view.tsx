import type { FlowData } from '@plimsoll/contract'
import { type Comparison, compareFlows, parseFlow } from '@plimsoll/flow'
import { useMemo } from 'react'
import { useDocument } from '../../session/use-editor-session.ts'
import classes from './conflict-dialog.module.css'

/** More of a kind than one would read. */
const AT_MOST = 200

/** What is different between the document and a flow of the library, by name. */
export function ComparisonView({ theirs }: { theirs: FlowData }) {
  const mine = useDocument(({ flow }) => flow)
  const comparison = useMemo(() => {
    const parsed = parseFlow(theirs)
    return parsed.ok ? compareFlows(mine, parsed.flow) : null
  }, [mine, theirs])
  if (comparison === null) return <p className={classes.text}>The other version cannot be read.</p>
  const { onlyMine, onlyTheirs, changed } = comparison
  const isSame = onlyMine.length + onlyTheirs.length + changed.length === 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too
    <section ref={takeFocus} className={classes.comparison} aria-label="Differences" tabIndex={0}>
      {isSame && <p>Both versions show the same.</p>}
      <Names title="Only in yours" names={onlyMine} />
      <Names title="Only in theirs" names={onlyTheirs} />
      <Changed changed={changed} />
    </section>
  )
}

/** The button that was pressed is gone. */
const takeFocus = (section: HTMLElement | null): void => section?.focus()

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <>
      <h3>
        {title} ({names.length.toLocaleString('en-US')})
      </h3>
      <ul>
        {names.slice(0, AT_MOST).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names need not be distinct, and the list never changes
          <li key={index}>{name}</li>
        ))}
      </ul>
      <More count={names.length - AT_MOST} />
    </>
  )
}

function Changed({ changed }: Pick<Comparison, 'changed'>) {
  if (changed.length === 0) return null
  return (
    <>
      <h3>Different ({changed.length.toLocaleString('en-US')})</h3>
      <ul>
        {changed.slice(0, AT_MOST).map(({ name, differences }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names need not be distinct, and the list never changes
          <li key={index}>
            {name}
            <dl>
              {differences.map(({ what, mine, theirs }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    yours {mine}, theirs {theirs}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <More count={changed.length - AT_MOST} />
    </>
  )
}

function More({ count }: { count: number }) {
  return count > 0 && <p>and {count.toLocaleString('en-US')} more</p>
}
