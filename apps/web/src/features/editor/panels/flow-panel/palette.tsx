import { NODE_KINDS, RECIPES, TEMPLATES } from '@plimsoll/catalog'
import { ChevronRight, Group as GroupIcon, LayoutTemplate } from 'lucide-react'
import type { ReactNode } from 'react'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { useAdd } from '../../tools/add/use-add.ts'
import classes from './palette.module.css'
import { PaletteEntry } from './palette-entry.tsx'

/** The components and templates that can be dragged to the document, or added by Enter. */
export function Palette({ look }: { look: 'panel' | 'rail' }) {
  const add = useAdd()
  const components = Object.values(NODE_KINDS).map(({ type, label, caption }) => (
    <PaletteEntry
      key={type}
      look={look}
      label={label}
      caption={caption}
      entry={{ component: type }}
      icon={<KindIcon type={type} size={28} />}
      onAdd={() => add.component(type)}
    />
  ))
  if (look === 'rail')
    return (
      <ul className={classes.rail} aria-label="Components">
        {components}
      </ul>
    )
  return (
    <div className={classes.palette}>
      <Group title="Components">
        {components}
        <PaletteEntry
          look={look}
          label="Group"
          caption="Named frame around components"
          entry={{ isGroup: true }}
          icon={<GroupIcon size={16} className={classes.template} aria-hidden="true" />}
          onAdd={() => add.group()}
        />
      </Group>
      <Group title="Recipes">
        {RECIPES.filter(({ isHidden }) => !isHidden).map((recipe) => (
          <PaletteEntry
            key={recipe.id}
            look={look}
            label={recipe.title}
            caption={recipe.caption}
            entry={{ component: recipe }}
            icon={<KindIcon type={recipe.type} size={28} />}
            onAdd={() => add.component(recipe)}
          />
        ))}
      </Group>
      <Group title="Templates">
        {TEMPLATES.map((template) => (
          <PaletteEntry
            key={template.id}
            look={look}
            label={template.title}
            caption={template.description}
            entry={{ template }}
            icon={<LayoutTemplate size={16} className={classes.template} aria-hidden="true" />}
            onAdd={() => add.template(template)}
          />
        ))}
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open className={classes.group}>
      <summary className={classes.heading}>
        <ChevronRight size={14} aria-hidden="true" className={classes.chevron} />
        <h3>{title}</h3>
      </summary>
      <ul className={classes.list} aria-label={title}>
        {children}
      </ul>
    </details>
  )
}
