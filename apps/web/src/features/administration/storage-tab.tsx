import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '../../shared/api/administration.ts'
import classes from './administration.module.css'
import { bytesText } from './bytes-text.ts'
import { Loaded } from './loaded.tsx'

/** How much is stored, of what and by whom. */
export function StorageTab() {
  const query = useQuery(storageQuery)
  return (
    <Loaded query={query} what="the storage">
      {({ database, databaseBytes, freeBytes, bytes, largest }) => (
        <>
          <dl className={classes.figures}>
            <Figure name={`Database (${database})`} value={databaseBytes} />
            {freeBytes !== null && <Figure name="Free on its disk" value={freeBytes} />}
            <Figure name="Flows" value={bytes.flows} />
            <Figure name="Versions" value={bytes.versions} />
            <Figure name="Bin" value={bytes.bin} />
            <Figure name="Experiments" value={bytes.experiments} />
          </dl>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys. */}
          <section className={classes.scroller} aria-label="Storage by account" tabIndex={0}>
            <table className={classes.table}>
              <caption>Who takes most</caption>
              <thead>
                <tr>
                  <th scope="col">Account</th>
                  <th scope="col">Flows</th>
                  <th scope="col">Versions</th>
                  <th scope="col">Bin</th>
                  <th scope="col">Experiments</th>
                </tr>
              </thead>
              <tbody>
                {largest.map((row) => (
                  <tr key={row.name}>
                    <th scope="row">{row.isTeam ? `Team ${row.name}` : row.name}</th>
                    {[row.flows, row.versions, row.bin, row.experiments].map((size, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay.
                      <td key={index} className="figure">
                        {bytesText(size)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Loaded>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figure">{bytesText(value)}</dd>
    </div>
  )
}
