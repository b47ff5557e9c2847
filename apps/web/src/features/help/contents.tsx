import { useEffect, useState } from 'react'
import classes from './contents.module.css'

export interface Entry {
  readonly id: string
  readonly title: string
}

/** The parts of the page, with the one that is being read marked. */
export function Contents({ entries }: { entries: readonly Entry[] }) {
  const current = useCurrent(entries)
  return (
    <nav className={classes.root} aria-labelledby="contents-title">
      <h2 id="contents-title" className={classes.title}>
        On this page
      </h2>
      <ol className={classes.list}>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className={classes.link} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The part that stands at the upper third of the window. */
function useCurrent(entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        const entered = changes.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const { id } of entries) {
      const part = document.getElementById(id)
      if (part) observer.observe(part)
    }
    return () => observer.disconnect()
  }, [entries])
  return current
}
