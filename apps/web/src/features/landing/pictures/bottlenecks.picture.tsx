import { heroTemplate } from 'virtual:hero-template'
import { loadLevel } from '../../../shared/scene/load-level.ts'
import { KindIcon } from '../../../shared/ui/kind-icon.tsx'
import { useHeroRun } from '../hero/hero-run.ts'
import classes from './pictures.module.css'

/** How full each component of the run above is. */
export function BottlenecksPicture() {
  const loads = useHeroRun((run) => run.nodeLoads)
  return (
    <ul className={classes.bars}>
      {heroTemplate.nodes.map(({ key, type, label, users }, index) => {
        if (users > 0) return null
        const load = loads[index] ?? 0
        return (
          <li key={key} data-load={loadLevel(load)}>
            <KindIcon type={type} size={20} />
            <span>{label}</span>
            <b className="figure">{loads.length > 0 ? `${Math.round(load * 100)} %` : '–'}</b>
            <i style={{ '--share': load } as React.CSSProperties} />
          </li>
        )
      })}
    </ul>
  )
}
