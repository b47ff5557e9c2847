import type { ComponentType } from 'react'
import classes from './features.module.css'
import { BottlenecksPicture } from './pictures/bottlenecks.picture.tsx'
import { ConnectPicture } from './pictures/connect.picture.tsx'
import { DrawPicture } from './pictures/draw.picture.tsx'
import { LibraryPicture } from './pictures/library.picture.tsx'
import { SimulatePicture } from './pictures/simulate.picture.tsx'
import { TemplatesPicture } from './pictures/templates.picture.tsx'
import { Showcase } from './showcase.tsx'

type Feature = { title: string; text: string; Picture: ComponentType }

const features: readonly Feature[] = [
  {
    title: 'Draw the architecture',
    text: 'Servers, databases, load balancers, clients and caches: drag them onto the board and set what matters.',
    Picture: DrawPicture,
  },
  {
    title: 'Connect it as it really talks',
    text: 'Ten kinds of connection, each with its own latency, bandwidth, retries and guarantees.',
    Picture: ConnectPicture,
  },
  {
    title: 'Load it with traffic',
    text: 'Start the simulation and follow the requests on their way through every component.',
    Picture: SimulatePicture,
  },
  {
    title: 'See what gives first',
    text: 'Utilization, bottlenecks and errors while the load is on. Predict adds percentiles, capacity and cost, with intervals.',
    Picture: BottlenecksPicture,
  },
  {
    title: 'Keep it in your library',
    text: 'Go on where you left off, share a design by a link, draw it together, or take it along as a file.',
    Picture: LibraryPicture,
  },
  {
    title: 'Start from a template',
    text: 'Four ready designs that run as they are, and are yours to change.',
    Picture: TemplatesPicture,
  },
]

/** What the product does, each with a picture of it at work, and what comes of all together. */
export function Features() {
  return (
    <>
      <Showcase />
      <ul className={classes.grid}>
        {features.map(({ title, text, Picture }) => (
          <li key={title} className={classes.card}>
            <div className={classes.picture}>
              <Picture />
            </div>
            <h2 className={classes.title}>{title}</h2>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
