import { brand } from '../../shared/config/brand.ts'
import classes from './footer.module.css'

export function Footer() {
  return (
    <footer className={classes.root}>
      © {new Date().getFullYear()} {brand}. All rights reserved.
    </footer>
  )
}
