import type { Drawing } from '@plimsoll/experiments'
import { Download } from 'lucide-react'
import panelButton from '../../ui/panel-button.module.css'
import classes from './predict.module.css'
import { type PlotFormat, savePlot } from './save-plot.ts'

const FORMATS: readonly PlotFormat[] = ['svg', 'png']

/** Buttons that save a plot as a file. */
export const SavePlotButtons = ({ drawing }: { drawing: Drawing }) =>
  FORMATS.map((format) => (
    <button
      key={format}
      type="button"
      className={`${panelButton.root} ${classes.copy}`}
      aria-label={`Save ${drawing.title} as ${format.toUpperCase()}`}
      onClick={() => void savePlot(drawing, format)}
    >
      <Download size={13} aria-hidden="true" />
      {format.toUpperCase()}
    </button>
  ))
