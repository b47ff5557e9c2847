import { pictures } from 'virtual:catalog-pictures'
import { svgPath } from '../../../shared/scene/edge-curve.ts'
import { kindLooks } from '../../../shared/ui/kind-looks.ts'
import type { DiagramPicture } from '../templates/catalog-pictures.ts'
import { placed } from '../templates/template-layout.ts'
import classes from './pictures.module.css'

/** The four templates in small. */
export function TemplatesPicture() {
  return (
    <ul className={classes.templates}>
      {pictures.templates.map((template) => (
        <li key={template.id}>
          <Miniature template={template} />
          <span>{template.title}</span>
        </li>
      ))}
    </ul>
  )
}

function Miniature({ template }: { template: DiagramPicture }) {
  const { places, curves } = placed(template, 'across')
  return (
    <svg viewBox="0 -4 100 108" preserveAspectRatio="none" aria-hidden="true">
      {curves.map(svgPath).map((path) => (
        <path key={path} d={path} />
      ))}
      {template.nodes.map(({ key, type }) => {
        const { x = 0, y = 0 } = places.get(key) ?? {}
        const hue = `var(--kind-${kindLooks[type].hue})`
        return <rect key={key} x={x - 4.5} y={y - 6.5} width="9" height="13" rx="1.5" style={{ fill: hue }} />
      })}
    </svg>
  )
}
