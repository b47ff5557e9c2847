import { brand } from '../config/brand.ts'
import { paths } from '../config/paths.ts'
import { Link } from '../navigation/link.tsx'
import classes from './brand-link.module.css'

/** The mark and the name; leads home. */
export function BrandLink() {
  return (
    <Link to={paths.landing} className={classes.root}>
      <svg viewBox="0 0 28 20" width="28" height="20" aria-hidden="true" className={classes.mark}>
        <circle cx="14" cy="10" r="7.25" />
        <path d="M0.75 10h26.5" />
      </svg>
      {brand}
    </Link>
  )
}
