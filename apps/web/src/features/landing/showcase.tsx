import { useColorScheme } from '../../shared/theme/color-scheme.ts'
import dark from './pictures/marketplace-dark.webp'
import light from './pictures/marketplace-light.webp'
import classes from './showcase.module.css'

const SIZE = { width: 1920, height: 1080 }

/** A design of a size that one really draws, as the editor shows it under load. */
export function Showcase() {
  const scheme = useColorScheme((state) => state.scheme)
  return (
    <figure className={classes.figure}>
      <img
        {...SIZE}
        className={classes.picture}
        src={scheme === 'dark' ? dark : light}
        loading="lazy"
        decoding="async"
        alt="The flow editor with an online marketplace of thirty components in five groups. A simulation runs: requests move along the connections, and the panel beside it says what limits the storefront, what to change, and what of 1,000 requests per second is served."
      />
      <figcaption className={classes.caption}>
        An online marketplace of thirty components, at a thousand requests per second.
      </figcaption>
    </figure>
  )
}
