import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Banner } from '../../shared/ui/banner.tsx'
import { useRun } from '../../stores/run.ts'
import { createRunController } from './engine/run-controller.ts'
import { Bottlenecks } from './panel/bottlenecks.tsx'
import { ErrorAnalysis } from './panel/error-analysis.tsx'
import { FigureList } from './panel/figure-list.tsx'
import { RunControls } from './panel/run-controls.tsx'
import { RunStatus } from './panel/run-status.tsx'
import { Section } from './panel/section.tsx'
import { useCollapsed } from './panel/use-collapsed.ts'
import { Utilization } from './panel/utilization.tsx'
import classes from './simulation-panel.module.css'

/** Runs the diagram and shows what comes of it; folds to a rail that keeps the commands. Its run ends with it. */
export function SimulationPanel() {
  const [controller] = useState(createRunController)
  const [isCollapsed, setCollapsed] = useCollapsed()
  const notice = useRun((run) => run.notice)
  useEffect(() => controller.reset, [controller])

  const look = isCollapsed ? 'rail' : 'panel'
  const Fold = isCollapsed ? PanelRightOpen : PanelRightClose
  return (
    <section className={classes.root} data-look={look} aria-label="Simulation Panel">
      <header className={classes.header}>
        {!isCollapsed && <h2 className={classes.title}>Simulation Panel</h2>}
        <button
          type="button"
          className={classes.fold}
          aria-label={isCollapsed ? 'Expand Simulation Panel' : 'Collapse Simulation Panel'}
          aria-expanded={!isCollapsed}
          onClick={() => setCollapsed(!isCollapsed)}
        >
          <Fold size={16} aria-hidden="true" />
        </button>
      </header>
      <RunControls controller={controller} look={look} />
      <RunStatus look={look} />
      {!isCollapsed && (
        <div className={classes.content}>
          {notice && (
            <div className={classes.notice}>
              <Banner variant="error">{notice}</Banner>
            </div>
          )}
          <FigureList />
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
