import { boundsOf, optionsOf, panelSections, shownValue } from '@plimsoll/catalog'
import { PropertyRow } from './property-row.tsx'
import { PropertySection } from './property-section.tsx'
import { rangeText } from './range-text.ts'
import { kindOf, type Selected } from './selected-element.ts'

/** The properties of the element in their sections. */
export function PropertySections({ element }: { element: Selected }) {
  const kind = kindOf(element)
  const { data } = element
  return panelSections(kind, data).map((section, position) => (
    <PropertySection key={section.id} id={section.id} title={section.title} position={position}>
      {() =>
        section.fields.map(({ name, property }) => (
          <PropertyRow
            key={name}
            name={name}
            property={property}
            value={shownValue(name, property, data)}
            options={optionsOf(property, data)}
            range={rangeText(property, kind.properties, data)}
            {...boundsOf(property, data)}
          />
        ))
      }
    </PropertySection>
  ))
}
