import { useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { selectionSize, useDiagram } from '../../stores/diagram.ts'
import { ConnectionDetails } from './connection-details.tsx'
import { ElementHeading } from './element-heading.tsx'
import { LinkedChanges } from './linked-changes.tsx'
import classes from './properties-panel.module.css'
import { PropertyHelp } from './property-help.tsx'
import { PropertySections } from './property-sections.tsx'
import { kindOf, type Selected, selectedAlone } from './selected-element.ts'

/** The properties of what is selected; nothing while nothing is. Everything in it derives from the catalog. */
export function PropertiesPanel() {
  const size = useDiagram(selectionSize)
  const element = useDiagram(useShallow(selectedAlone))
  if (size === 0) return null
  return (
    <section aria-label="Properties" className={classes.root}>
      {element !== null && <ElementProperties key={`${element.id} ${element.type}`} element={element} />}
      {size > 1 && <Several size={size} />}
    </section>
  )
}

function ElementProperties({ element }: { element: Selected }) {
  const fields = useRef<HTMLDivElement>(null)
  return (
    <>
      <ElementHeading element={element} />
      <PropertyHelp ref={fields} properties={kindOf(element).properties}>
        {element.of === 'edge' && <ConnectionDetails element={element} />}
        <PropertySections element={element} />
      </PropertyHelp>
      <LinkedChanges element={element} fields={fields} />
    </>
  )
}

function Several({ size }: { size: number }) {
  return (
    <div className={classes.several}>
      <h2 className={classes.count}>{size} selected</h2>
      <p>Select one to see its properties.</p>
    </div>
  )
}
