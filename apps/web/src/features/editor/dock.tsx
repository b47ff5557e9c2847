import { type CSSProperties, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import classes from './dock.module.css'
import { dockLook } from './dock-look.ts'
import { Separator } from './dock-separator.tsx'
import { preloadProperties } from './panels/properties/late-properties.tsx'
import { useEditorSession } from './session/use-editor-session.ts'
import { SIDE_PANELS, Side } from './side-panels.tsx'
import { DEFAULT_SHARE, type DockTab, showProperties } from './state/dock.ts'
import { onFirstTouch } from './ui/on-first-touch.ts'
import type { SidePanel } from './ui/panel.ts'
import { Tabs } from './ui/tabs.tsx'
import { useDockLayout } from './use-dock-layout.ts'
import { useHasProperties } from './use-has-properties.ts'

const panelOf = (id: DockTab) => SIDE_PANELS.find((panel) => panel.id === id) as SidePanel
const PROPERTIES = panelOf('properties')
const SIMULATION = panelOf('simulation')

/** In pixels: 16 and 20 times the font size of the page. */
const WIDTH = { min: 256, default: 320, max: 640, step: 16 } as const
/** In percent of the height. */
const SHARE = { min: 20, max: 80, step: 5 } as const

/** The right column of the editor: Properties above the Simulation Panel. */
export function Dock() {
  const session = useEditorSession()
  const { dock, propertiesPanel } = session
  const root = useRef<HTMLDivElement>(null)
  const layout = useDockLayout()
  const { width, share, tab, isPropertiesFolded } = useStore(dock)
  const isSelected = useHasProperties()
  const isSheetOpen = useStore(propertiesPanel, ({ open }) => open)
  const simulation = SIMULATION.state(session)
  const isSimulationOpen = useStore(simulation, ({ open }) => open)
  useEffect(() => onFirstTouch(preloadProperties), [])
  // What is selected next is looked at first.
  useEffect(() => {
    if (!isSelected) dock.setState({ tab: 'properties' })
  }, [isSelected, dock])

  const isPropertiesOpen = layout === 'sheets' ? isSheetOpen : !isPropertiesFolded
  const look = dockLook({ layout, isSelected, isPropertiesOpen, isSimulationOpen, tab })
  const openProperties = () => showProperties(session)
  const openSimulation = () => {
    simulation.setState({ open: true })
    dock.setState({ tab: 'simulation' })
  }
  const isBeside = layout !== 'sheets'
  const isWide = look.simulation !== 'rail'
  const areBothOpen = look.properties === 'panel' && look.simulation === 'panel'
  const preview = (name: string, value: string) => root.current?.style.setProperty(name, value)
  const keepWidth = (value: number | null) => dock.setState({ width: value })
  const keepShare = (value: number | null) => dock.setState({ share: value === null ? DEFAULT_SHARE : value / 100 })

  return (
    <div
      ref={root}
      className={isBeside ? classes.beside : classes.sheets}
      data-wide={isWide || undefined}
      style={{ '--dock-width': width === null ? undefined : `${width}px`, '--properties': share } as CSSProperties}
    >
      {isBeside && isWide && (
        <Separator
          label="Width of the panels"
          orientation="vertical"
          value={width ?? WIDTH.default}
          min={WIDTH.min}
          max={WIDTH.max}
          step={WIDTH.step}
          valueAt={({ clientX }) => (root.current?.getBoundingClientRect().right ?? 0) - clientX}
          onPreview={(value) => preview('--dock-width', `${value}px`)}
          onChange={keepWidth}
        />
      )}
      {look.hasTabs && (
        <Tabs
          label="Panels"
          group="dock"
          className={classes.tabs}
          tabs={[
            { id: 'properties', title: PROPERTIES.title },
            { id: 'simulation', title: SIMULATION.title },
          ]}
          shown={look.properties === 'panel' ? 'properties' : 'simulation'}
          onChange={(to) => (to === 'properties' ? openProperties() : openSimulation())}
        />
      )}
      {look.properties && (
        <Side
          panel={PROPERTIES}
          look={look.properties}
          isTab={look.hasTabs}
          onOpen={openProperties}
          onFold={() => dock.setState({ isPropertiesFolded: true })}
        />
      )}
      {isBeside && areBothOpen && (
        <Separator
          label="Height of Properties"
          orientation="horizontal"
          value={share * 100}
          min={SHARE.min}
          max={SHARE.max}
          step={SHARE.step}
          valueAt={({ clientY }) => {
            const { top, height } = root.current?.getBoundingClientRect() ?? { top: 0, height: 1 }
            return (100 * (clientY - top)) / height
          }}
          onPreview={(value) => preview('--properties', String(value / 100))}
          onChange={keepShare}
        />
      )}
      <Side
        panel={SIMULATION}
        look={look.simulation}
        foldsTo={look.properties === null || look.properties === 'rail' ? 'right' : 'bottom'}
        isTab={look.hasTabs && look.simulation === 'panel'}
        onOpen={openSimulation}
        onFold={() => simulation.setState({ open: false })}
      />
    </div>
  )
}
