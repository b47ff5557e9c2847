import { Menu, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths, readFlowPath } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { BrandLink } from '../../shared/ui/brand-link.tsx'
import { ColorSchemeButton } from '../../shared/ui/color-scheme-button.tsx'
import iconButton from '../../shared/ui/icon-button.module.css'
import skipLink from '../../shared/ui/skip-link.module.css'
import { useSession } from '../../stores/session.ts'
import { LogoutButton } from './logout-button.tsx'
import classes from './top-bar.module.css'

const signedInLinks = [
  { to: paths.library, label: 'Flow Library' },
  { to: paths.editor, label: 'Flow Editor' },
  { to: paths.profile, label: 'Profile' },
]
const signedOutLinks = [
  { to: paths.login, label: 'Login' },
  { to: paths.register, label: 'Register' },
]

/** Apart, because it asks the server: the first page does without what that needs. */
const OfUser = lazy(() => import('./of-user.tsx'))

/** Brand, the pages, who is signed in, the way out. On small screens the pages fold into a menu. */
export function TopBar() {
  const { isAuthenticated, token } = useSession()
  const menu = useMenu()
  const isFlow = readFlowPath(useLocation().pathname) !== null
  const links = isAuthenticated ? signedInLinks : signedOutLinks

  return (
    <header className={classes.root} ref={menu.ref}>
      <a href="#content" className={skipLink.root}>
        Skip to content
      </a>
      <BrandLink />
      <nav
        id="site-menu"
        className={classes.nav}
        data-open={menu.open}
        data-signed-in={isAuthenticated}
        aria-label="Main"
      >
        {links.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.link} isCurrent={isFlow && to === paths.editor}>
            {label}
          </Link>
        ))}
        {isAuthenticated && (
          <Suspense>
            <OfUser className={classes.link} />
          </Suspense>
        )}
        {isAuthenticated && <LogoutButton className={`${classes.link} ${classes.logout}`} />}
      </nav>
      <Suspense>{isAuthenticated && <OfUser key={token} />}</Suspense>
      <div className={classes.tools}>
        <ColorSchemeButton />
        <button
          type="button"
          className={`${iconButton.root} ${classes.toggle}`}
          aria-label="Menu"
          aria-expanded={menu.open}
          aria-controls="site-menu"
          onClick={menu.toggle}
        >
          {menu.open ? <X size={18} /> : <Menu size={18} />}
        </button>
      </div>
    </header>
  )
}

/** Open or not; Escape, a press outside and going to another page close it. */
function useMenu() {
  const ref = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const [shownFor, setShownFor] = useState(key)
  if (shownFor !== key) {
    setShownFor(key)
    setOpen(false)
  }

  useEffect(() => {
    if (!open) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      ref.current?.querySelector<HTMLElement>('[aria-controls]')?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return { ref, open, toggle: () => setOpen((current) => !current) }
}
