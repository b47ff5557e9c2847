import '@mantine/core/styles/Accordion.css'
import { Accordion } from '@mantine/core'
import { type PanelField, type Properties, panelSections } from '@plimsoll/catalog'
import { ChevronRight } from 'lucide-react'
import { useOpenSections } from './open-sections.ts'
import { PropertyRow } from './property-row.tsx'
import classes from './property-sections.module.css'
import { rangeText } from './range-text.ts'

interface PropertySectionsProps {
  readonly properties: Properties
  readonly fields: readonly PanelField[]
}

/** The fields in their sections; what is folded away is not drawn. */
export function PropertySections({ properties, fields }: PropertySectionsProps) {
  const sections = panelSections(fields)
  const [open, setOpen] = useOpenSections(sections.map(({ id }) => id))
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
        <Accordion.Item key={id} value={id}>
          <Accordion.Control>{title}</Accordion.Control>
          {/* biome-ignore lint/a11y/useValidAriaValues: else it would be named by its heading alone. */}
          <Accordion.Panel role="group" aria-label={`${title} properties`} aria-labelledby="">
            {fields.map((field) => (
              <PropertyRow key={field.name} {...field} range={rangeText(field.property, properties, field)} />
            ))}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}
