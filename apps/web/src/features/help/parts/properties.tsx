import { NODE_TYPES, nodeKindLabel } from '@plimsoll/catalog'
import { KindIcon } from '../../../shared/ui/kind-icon.tsx'
import { connectionEffects, countProperties, liveEffects } from '../elements/live-effects.ts'
import { Facts, Section } from '../elements/section.tsx'
import classes from './properties.module.css'

const connections = connectionEffects()
const { live, all } = countProperties()

/** Every property that the live engine reads, as the catalog says. */
export function Properties() {
  return (
    <Section id="properties" title="Properties that count">
      <p>
        Of {all} properties of components and connections the live engine reads {live}; changing any other changes no
        byte of a run. The Property Panel marks each of them in the same way.
      </p>
      {NODE_TYPES.map((type) => (
        <div key={type} className={classes.kind}>
          <h3 className={classes.name}>
            <KindIcon type={type} size={24} />
            {nodeKindLabel(type)}
          </h3>
          <Facts facts={liveEffects(type)} />
        </div>
      ))}
      {connections.map(({ title, effects }) => (
        <div key={title} className={classes.kind}>
          <h3 className={classes.name}>{title}</h3>
          <Facts facts={effects} />
        </div>
      ))}
    </Section>
  )
}
