import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Banner } from '../../shared/ui/banner.tsx'
import { useRun } from '../../stores/run.ts'
import { createRunController } from './engine/run-controller.ts'
import { Bottlenecks } from './panel/bottlenecks.tsx'
import { ErrorAnalysis } from './panel/error-analysis.tsx'
import { FigureList } from './panel/figure-list.tsx'
import { useSimulationPanel } from './panel/panel-state.ts'
import { RunControls } from './panel/run-controls.tsx'
import { RunStatus } from './panel/run-status.tsx'
import { Section } from './panel/section.tsx'
import { Utilization } from './panel/utilization.tsx'
import classes from './simulation-panel.module.css'

/** Runs the diagram and shows what comes of it; folds to a rail that keeps the commands. Its run ends with it. */
export function SimulationPanel() {
  const [controller] = useState(createRunController)
  const open = useSimulationPanel((panel) => panel.open)
  const notice = useRun((run) => run.notice)
  useEffect(() => controller.reset, [controller])
  useEffect(() => {
    if (notice) useSimulationPanel.setState({ open: true })
  }, [notice])

  const look = open ? 'panel' : 'rail'
  const Fold = open ? PanelRightClose : PanelRightOpen
  return (
    <section className={classes.root} data-look={look} aria-label="Simulation Panel">
      <header className={classes.header}>
        {open && <h2 className={classes.title}>Simulation Panel</h2>}
        <button
          type="button"
          className={classes.fold}
          aria-label={open ? 'Collapse Simulation Panel' : 'Expand Simulation Panel'}
          aria-expanded={open}
          onClick={() => useSimulationPanel.setState({ open: !open })}
        >
          <Fold size={16} aria-hidden="true" />
        </button>
      </header>
      <div className={classes.commands}>
        <RunControls controller={controller} look={look} />
        <RunStatus look={look} />
      </div>
      {!open && <FigureList look="rail" />}
      {open && (
        <div className={classes.content}>
          {notice && (
            <div className={classes.notice}>
              <Banner variant="error">{notice}</Banner>
            </div>
          )}
          <FigureList look="panel" />
          <Section title="Utilization">
            <Utilization />
          </Section>
          <Section title="Bottlenecks">
            <Bottlenecks />
          </Section>
          <Section title="Error analysis">
            <ErrorAnalysis />
          </Section>
        </div>
      )}
    </section>
  )
}
