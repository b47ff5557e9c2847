import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../shared/api/administration.ts'
import classes from './administration.module.css'
import { Loaded } from './loaded.tsx'

/** The settings that the server was started with; of secrets only that they are set. */
export function SettingsTab() {
  const query = useQuery(settingsQuery)
  return (
    <Loaded query={query} what="the settings">
      {(settings) => (
        <>
          <p className={classes.hint}>They come from the environment, and change with the next start.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys. */}
          <section className={classes.scroller} aria-label="Settings" tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Variable</th>
                  <th scope="col">Value</th>
                  <th scope="col">From</th>
                </tr>
              </thead>
              <tbody>
                {settings.map(({ name, value, isDefault }) => (
                  <tr key={name}>
                    <th scope="row">
                      <code>{name}</code>
                    </th>
                    <td className={classes.value}>{value}</td>
                    <td>{isDefault ? 'default' : 'environment'}</td>
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
