import { useEffect } from 'react'
import { Banner } from '../../../../shared/ui/banner.tsx'
import { PanelHeader } from '../../../../shared/ui/panel-header.tsx'
import { controlRuns } from '../../run/worker/run-controller.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import type { SidePanelProps } from '../../ui/panel.ts'
import { Bottlenecks } from './bottlenecks.tsx'
import { Diagnosis } from './diagnosis.tsx'
import { EngineSwitch } from './engine-switch.tsx'
import { ErrorAnalysis } from './error-analysis.tsx'
import { ExportRun } from './export-run.tsx'
import { FigureList } from './figure-list.tsx'
import { HelpLink } from './help-link.tsx'
import { RunPlots } from './plots/run-plots.tsx'
import { RunControls } from './run-controls.tsx'
import { RunStatus } from './run-status.tsx'
import { Section } from './section.tsx'
import classes from './simulation-panel.module.css'
import { SpeedControl } from './speed-control.tsx'
import { Utilization } from './utilization.tsx'

/** Runs the diagram and shows what comes of it; folds to a rail or a bar that keeps the commands. Its run ends with it. */
export function SimulationPanel({ title, side, look, onOpen, onFold }: SidePanelProps) {
  const session = useEditorSession()
  const notice = useRun((run) => run.notice)
  useEffect(() => controlRuns(session), [session])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each notice; it may be folded again
  useEffect(() => {
    if (notice) onOpen()
  }, [notice])

  const open = look === 'panel'
  return (
    <section className={classes.root} data-look={look} aria-label={title}>
      <PanelHeader title={title} side={side} open={open} onFold={open ? onFold : onOpen}>
        <HelpLink />
      </PanelHeader>
      <div className={classes.commands}>
        <RunControls look={look} />
        <RunStatus look={look} />
        <SpeedControl look={look} />
        {open && <EngineSwitch />}
      </div>
      {look === 'bar' && <FigureList look="bar" />}
      {open && (
        <div className={classes.content}>
          {notice && (
            <div className={classes.notice}>
              <Banner variant="error">{notice}</Banner>
            </div>
          )}
          <Diagnosis />
          <FigureList look="panel" />
          <Section title="Bottlenecks">
            <Bottlenecks />
          </Section>
          <Section title="Error analysis">
            <ErrorAnalysis />
          </Section>
          <Section title="Over time">
            <RunPlots />
          </Section>
          <Section title="Utilization">
            <Utilization />
          </Section>
          <ExportRun />
        </div>
      )}
    </section>
  )
}
