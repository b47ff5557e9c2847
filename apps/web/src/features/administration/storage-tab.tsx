import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '../../shared/api/administration.ts'
import list from '../../shared/ui/card-list.module.css'
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
            <Figure name="Drawn together" value={bytes.live} />
            <Figure name="Experiments" value={bytes.experiments} />
          </dl>
          <h2 className={classes.title}>Largest users of storage</h2>
          <ul className={list.root} aria-label="Largest users of storage">
            {largest.map((row) => (
              <li key={row.name} className={classes.row}>
                <div className={classes.who}>
                  <strong>{row.isTeam ? `Team ${row.name}` : row.name}</strong>
                  <span>
                    Flows {bytesText(row.flows)}, versions {bytesText(row.versions)}, bin {bytesText(row.bin)}, drawn
                    together {bytesText(row.live)}, experiments {bytesText(row.experiments)}
                  </span>
                </div>
                <span className="figure">
                  {bytesText(row.flows + row.versions + row.bin + row.live + row.experiments)}
                </span>
              </li>
            ))}
          </ul>
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
