import { Button } from '@mantine/core'
import { Fragment, type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { SECTIONS } from '../../tools/commands/command.ts'
import { createCommands } from '../../tools/commands/command-list.ts'
import { modifierText, shortcutText } from '../../tools/keys/shortcut.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { GESTURES, type Gesture } from './gestures.ts'
import classes from './shortcuts-sheet.module.css'

/** All keys that do something, and what the pointer does. */
export function ShortcutsSheet({ title, onClose }: OpenedPanelProps) {
  const session = useEditorSession()
  const { commands } = useStore(session.stateOf(createCommands))
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key. */}
      <section className={classes.sections} aria-label="Shortcuts" tabIndex={0}>
        <div className={classes.columns}>
          {SECTIONS.map((section) => {
            const withKeys = commands.filter((command) => command.section === section && command.keys.length > 0)
            return (
              withKeys.length > 0 && (
                <Section key={section} title={section}>
                  {withKeys.map(({ id, title, keys }) => (
                    <Row key={id} title={title} ways={keys.map((key) => [shortcutText(key)])} />
                  ))}
                </Section>
              )
            )
          })}
          {Object.entries<readonly Gesture[]>(GESTURES).map(([title, gestures]) => (
            <Section key={title} title={title}>
              {gestures.map(({ title, by }) => (
                <Row key={title} title={title} ways={[by.map(modifierText)]} />
              ))}
            </Section>
          ))}
        </div>
      </section>
      <footer className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </footer>
    </Dialog>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <dl className={classes.rows}>{children}</dl>
    </section>
  )
}

/** One thing, and every way to do it; a way is what is held and pressed together. */
function Row({ title, ways }: { title: string; ways: readonly (readonly string[])[] }) {
  return (
    <div className={classes.row}>
      <dt>{title}</dt>
      <dd className={classes.ways}>
        {ways.map((way, index) => (
          <Fragment key={way.join(' ')}>
            {index > 0 && <span className={classes.or}>or</span>}
            {way.map((part, place) => (
              <Fragment key={part}>
                {place > 0 && <span className={classes.or}>+</span>}
                <kbd className={classes.key}>{part}</kbd>
              </Fragment>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
