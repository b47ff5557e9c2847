import { commonProperties, panelFields } from '@plimsoll/catalog'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { createCanvasPress } from '../../tools/gestures/canvas-press.ts'
import type { SidePanelProps } from '../../ui/panel.ts'
import { ConnectionDetails } from './connection-details.tsx'
import { ElementHeading, SeveralHeading } from './element-heading.tsx'
import { useEngineInUse } from './engine-in-use.ts'
import { LinkedChanges } from './linked-changes.tsx'
import classes from './properties-panel.module.css'
import { PropertyHelp } from './property-help.tsx'
import { PropertySections } from './property-sections.tsx'
import { createSelectionReader, kindOf, kindsOf, type Selected, selectedEdges } from './selected-elements.ts'

/** The properties that all selected elements have; nothing while nothing is. Everything in it derives from the catalog. */
export function PropertiesPanel({ title }: SidePanelProps) {
  const [selected] = useState(createSelectionReader)
  const elements = useHeldWhilePressed(useDocument(selected))
  if (elements.length === 0) return null
  return (
    <section aria-label={title} className={classes.root}>
      <ElementProperties key={elements.map(({ id }) => id).join(' ')} elements={elements} />
    </section>
  )
}

/** A press selects what is dragged from then on: to show its properties takes the time of several steps of the drag. */
function useHeldWhilePressed<Value>(value: Value): Value {
  const session = useEditorSession()
  const isPressed = useStore(session.stateOf(createCanvasPress), ({ pressed }) => pressed)
  const [held, setHeld] = useState(value)
  if (!isPressed && held !== value) setHeld(value)
  return held
}

function ElementProperties({ elements }: { elements: readonly Selected[] }) {
  const engine = useEngineInUse()
  const rows = useRef<HTMLDivElement>(null)
  const kinds = useDocument(useShallow(() => kindsOf(elements)))
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
