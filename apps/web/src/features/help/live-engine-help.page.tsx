import { useEffect } from 'react'
import { Contents } from './contents.tsx'
import classes from './live-engine-help.module.css'
import { Computations } from './parts/computations.tsx'
import { Failures } from './parts/failures.tsx'
import { InShort } from './parts/in-short.tsx'
import { Limits } from './parts/limits.tsx'
import { Properties } from './parts/properties.tsx'
import { Readings } from './parts/readings.tsx'
import { RequestWay } from './parts/request-way.tsx'

const ENTRIES = [
  { id: 'in-short', title: 'In short' },
  { id: 'limits', title: 'What it cannot tell' },
  { id: 'way', title: 'How a request goes its way' },
  { id: 'computations', title: 'How the figures come about' },
  { id: 'failures', title: 'Why requests fail' },
  { id: 'properties', title: 'Properties that count' },
  { id: 'readings', title: 'Readings taken' },
]

/** What the live engine models, and what it cannot tell. */
export function LiveEngineHelpPage() {
  useEffect(() => {
    // The browser looked for the part before the page was there.
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className={classes.page}>
      <title>What the live engine can tell · Plimsoll</title>
      <header className={classes.header}>
        <p className={classes.kicker}>Simulation</p>
        <h1 className={classes.title}>What the live engine can tell, and what it cannot</h1>
      </header>
      <Contents entries={ENTRIES} />
      <article className={classes.parts}>
        <InShort />
        <Limits />
        <RequestWay />
        <Computations />
        <Failures />
        <Properties />
        <Readings />
      </article>
    </div>
  )
}
