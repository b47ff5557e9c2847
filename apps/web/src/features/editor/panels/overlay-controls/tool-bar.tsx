import { Panel } from '@xyflow/react'
import { CircleQuestionMark, Redo2, Search, SquareChevronRight, Undo2 } from 'lucide-react'
import { CommandButton } from './command-button.tsx'
import classes from './tool-bar.module.css'

/** What is wanted at any time, always in the same place. */
export function ToolBar() {
  return (
    <Panel position="top-right" className={classes.bar ?? ''}>
      <div role="toolbar" aria-label="Editing" className={classes.tools}>
        <CommandButton id="undo" Icon={Undo2} />
        <CommandButton id="redo" Icon={Redo2} />
        <span className={classes.line} />
        <CommandButton id="find" Icon={Search} />
        <CommandButton id="palette" Icon={SquareChevronRight} />
        <CommandButton id="shortcuts" Icon={CircleQuestionMark} />
      </div>
    </Panel>
  )
}
