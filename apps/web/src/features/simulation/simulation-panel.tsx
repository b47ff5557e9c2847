import { useEffect } from 'react'
import { Banner } from '../../shared/ui/banner.tsx'
import { PanelHeader } from '../../shared/ui/panel-header.tsx'
import { useRun } from '../../stores/run.ts'
import { controlRuns } from './engine/run-controller.ts'
import { Bottlenecks } from './panel/bottlenecks.tsx'
import { ErrorAnalysis } from './panel/error-analysis.tsx'
import { ExportRun } from './panel/export-run.tsx'
import { FigureList } from './panel/figure-list.tsx'
import { HelpLink } from './panel/help-link.tsx'
import { useSimulationPanel } from './panel/panel-state.ts'
import { RunPlots } from './panel/plots/run-plots.tsx'
import { RunControls } from './panel/run-controls.tsx'
import { RunStatus } from './panel/run-status.tsx'
import { Section } from './panel/section.tsx'
import { SpeedControl } from './panel/speed-control.tsx'
import { Utilization } from './panel/utilization.tsx'
import classes from './simulation-panel.module.css'

/** Runs the diagram and shows what comes of it; folds to a rail that keeps the commands. Its run ends with it. */
export function SimulationPanel() {
  const open = useSimulationPanel((panel) => panel.open)
  const notice = useRun((run) => run.notice)
  useEffect(controlRuns, [])
  useEffect(() => {
    if (notice) useSimulationPanel.setState({ open: true })
  }, [notice])

  const look = open ? 'panel' : 'rail'
  return (
    <section className={classes.root} data-look={look} aria-label="Simulation Panel">
      <PanelHeader
        title="Simulation Panel"
        side="right"
        open={open}
        onFold={() => useSimulationPanel.setState({ open: !open })}
      >
        <HelpLink />
      </PanelHeader>
      <div className={classes.commands}>
        <RunControls look={look} />
        <RunStatus look={look} />
        <SpeedControl look={look} />
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
          <Section title="Over time">
            <RunPlots />
          </Section>
          <Section title="Utilization">
            <Utilization />
          </Section>
          <Section title="Bottlenecks">
            <Bottlenecks />
          </Section>
          <Section title="Error analysis">
            <ErrorAnalysis />
          </Section>
          <ExportRun />
        </div>
      )}
    </section>
  )
}
