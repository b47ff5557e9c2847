import { commonProperties, panelFields } from '@plimsoll/catalog'
import { useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useDocument } from '../../session/use-editor-session.ts'
import type { SidePanelProps } from '../../ui/panel.ts'
import { ConnectionDetails } from './connection-details.tsx'
import { ElementHeading, SeveralHeading } from './element-heading.tsx'
import { useEngineInUse } from './engine-in-use.ts'
import { LinkedChanges } from './linked-changes.tsx'
import classes from './properties-panel.module.css'
import { PropertyHelp } from './property-help.tsx'
import { PropertySections } from './property-sections.tsx'
import { createSelectionReader, kindOf, type Selected, selectedEdges, selectedKinds } from './selected-elements.ts'

/** The properties that all selected elements have; nothing while nothing is. Everything in it derives from the catalog. */
export function PropertiesPanel({ title }: SidePanelProps) {
  const [selected] = useState(createSelectionReader)
  const elements = useDocument(selected)
  if (elements.length === 0) return null
  return (
    <section aria-label={title} className={classes.root}>
      <ElementProperties key={elements.map(({ id }) => id).join(' ')} elements={elements} />
    </section>
  )
}

function ElementProperties({ elements }: { elements: readonly Selected[] }) {
  const engine = useEngineInUse()
  const rows = useRef<HTMLDivElement>(null)
  const kinds = useDocument(useShallow(selectedKinds))
  const properties = useMemo(() => commonProperties(kinds), [kinds])
  const fields = useMemo(
    () =>
      panelFields(
        properties,
        elements.map((element) => ({ kind: kindOf(element), data: element.data })),
      ),
    [properties, elements],
  )
  const kindKey = kinds.map(({ type }) => type).join(' ')
  const edges = selectedEdges(elements)
  const [alone] = elements.length === 1 ? elements : []
  return (
    <>
      {alone === undefined ? <SeveralHeading elements={elements} /> : <ElementHeading element={alone} />}
      <PropertyHelp ref={rows} properties={properties} engine={engine}>
        {edges.length === elements.length && <ConnectionDetails edges={edges} />}
        <PropertySections key={kindKey} properties={properties} fields={fields} engine={engine} />
      </PropertyHelp>
      <LinkedChanges key={kindKey} fields={fields} rows={rows} />
    </>
  )
}
