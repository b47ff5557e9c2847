import { useId } from 'react'
import { Figure } from './figure.tsx'
import classes from './hero-controls.module.css'
import { setUsers, useHeroRun } from './hero-run.ts'
import { heroUsers } from './hero-users.ts'

const whole = new Intl.NumberFormat('en-US')

/** The one slider, and what the engine says to it. */
export function HeroControls() {
  const id = useId()
  const users = useHeroRun((run) => run.users)
  const snapshot = useHeroRun((run) => run.snapshot)
  const { completed = 0, failed = 0, mean = null } = snapshot?.windows.last10s ?? {}
  const finished = completed + failed
  return (
    <div className={classes.deck}>
      <div className={classes.users}>
        <label htmlFor={id}>Users</label>
        <output htmlFor={id} className="figure">
          {whole.format(users)}
        </output>
        <input
          id={id}
          type="range"
          min={0}
          max={heroUsers.max}
          step={heroUsers.step}
          value={users}
          style={{ '--share': users / heroUsers.max } as React.CSSProperties}
          onChange={(event) => setUsers(event.target.valueAsNumber)}
        />
      </div>
      <dl className={classes.figures}>
        <Figure name="Requests per second" value={snapshot?.requestsPerSecond} unit="rps" />
        <Figure name="Response time" value={mean ?? undefined} unit="ms" />
        <Figure
          name="Success rate"
          value={finished > 0 ? (100 * completed) / finished : undefined}
          unit="%"
          digits={2}
        />
      </dl>
    </div>
  )
}
