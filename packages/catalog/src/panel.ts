import { type Properties, type Property, SECTION_TITLES, type SectionId } from './descriptors.ts'
import { type Data, isVisible } from './validation.ts'

export interface PanelSection {
  readonly id: SectionId
  readonly title: string
  readonly fields: readonly PanelField[]
}

export interface PanelField {
  readonly name: string
  readonly property: Property
}

/** The sections of the property panel with the fields to show beside `data`; sections without one are left out. */
export function panelSections(kind: { readonly properties: Properties }, data: Data): PanelSection[] {
  const fields = Object.entries(kind.properties)
    .filter(([, property]) => isVisible(property, data))
    .map(([name, property]) => ({ name, property }))
  const sections = Object.entries(SECTION_TITLES).map(([id, title]) => ({
    id: id as SectionId,
    title,
    fields: fields.filter(({ property }) => property.section === id),
  }))
  return sections.filter((section) => section.fields.length > 0)
}
