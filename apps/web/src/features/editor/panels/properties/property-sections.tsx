import '@mantine/core/styles/Accordion.css'
import { Accordion } from '@mantine/core'
import {
  ENGINE_NAMES,
  type Engine,
  fieldsByEngine,
  type PanelField,
  type Properties,
  panelSections,
} from '@plimsoll/catalog'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IGNORED_SECTION, useOpenSections } from './open-sections.ts'
import { PropertyRow } from './property-row.tsx'
import classes from './property-sections.module.css'
import { rangeText } from './range-text.ts'

interface PropertySectionsProps {
  readonly properties: Properties
  readonly fields: readonly PanelField[]
  readonly engine: Engine
}

/** The fields in their sections, and last those that the engine ignores; what is folded away is not drawn. */
export function PropertySections({ properties, fields, engine }: PropertySectionsProps) {
  const { simulated, ignored } = fieldsByEngine(fields, engine)
  const sections = panelSections(simulated)
  const [open, setOpen] = useOpenSections(sections.map(({ id }) => id))
  const rows = (shown: readonly PanelField[]) =>
    shown.map((field) => (
      <PropertyRow key={field.name} {...field} engine={engine} range={rangeText(field.property, properties, field)} />
    ))
  const ignoredTitle = `Not simulated by ${ENGINE_NAMES[engine]}`
  return (
    <Accordion
      multiple
      order={3}
      value={open}
      onChange={setOpen}
      keepMounted={false}
      transitionDuration={0}
      chevron={<ChevronRight size={14} aria-hidden="true" />}
      chevronPosition="left"
      chevronIconSize={14}
      classNames={{
        itemTitle: classes.heading ?? '',
        control: classes.toggle ?? '',
        chevron: classes.chevron ?? '',
        label: classes.label ?? '',
        content: classes.fields ?? '',
      }}
    >
      {sections.map(({ id, title, fields }) => (
        <Section key={id} id={id} title={title} name={`${title} properties`}>
          {rows(fields)}
        </Section>
      ))}
      {ignored.length > 0 && (
        <Section
          id={IGNORED_SECTION}
          title={`${ignoredTitle}: ${fields.length - simulated.length}`}
          name={`${ignoredTitle}: properties`}
        >
          {ignored.map(({ reason, fields }) => (
            <div key={reason} className={classes.ignored}>
              <p className={classes.reason}>{reason}</p>
              {rows(fields)}
            </div>
          ))}
        </Section>
      )}
    </Accordion>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly name: string
  readonly children: ReactNode
}

function Section({ id, title, name, children }: SectionProps) {
  return (
    // The group is there while the section is folded, too.
    <Accordion.Item value={id} role="group" aria-label={name}>
      <Accordion.Control>{title}</Accordion.Control>
      {/* biome-ignore lint/a11y/useValidAriaValues: it would have the name of its heading, which a field may have, too. */}
      <Accordion.Panel role="none" aria-labelledby="">
        {children}
      </Accordion.Panel>
    </Accordion.Item>
  )
}
