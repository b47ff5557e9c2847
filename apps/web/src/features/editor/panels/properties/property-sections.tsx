import { type PanelField, type Properties, panelSections } from '@plimsoll/catalog'
import { PropertyRow } from './property-row.tsx'
import { PropertySection } from './property-section.tsx'
import { rangeText } from './range-text.ts'

interface PropertySectionsProps {
  readonly properties: Properties
  readonly fields: readonly PanelField[]
}

/** The fields in their sections. */
export function PropertySections({ properties, fields }: PropertySectionsProps) {
  return panelSections(fields).map((section, position) => (
    <PropertySection key={section.id} id={section.id} title={section.title} position={position}>
      {() =>
        section.fields.map((field) => (
          <PropertyRow key={field.name} {...field} range={rangeText(field.property, properties, field)} />
        ))
      }
    </PropertySection>
  ))
}
