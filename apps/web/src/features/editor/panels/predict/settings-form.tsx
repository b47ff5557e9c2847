import { SIMULATION_SETTINGS } from '@plimsoll/experiments'
import classes from './predict.module.css'
import { PricesField } from './prices-field.tsx'
import { SettingField } from './setting-field.tsx'

const FOLDED = ['Traffic', 'Failures'] as const

/** What is set of the simulation beside the design itself and its objectives; all of it is saved with the design. */
export function SettingsForm() {
  return (
    <fieldset className={classes.settings} aria-label="Settings of the simulation">
      <Group name="Run" />
      {FOLDED.map((name) => (
        <details key={name} className={classes.fold}>
          <summary>{name}</summary>
          <Group name={name} />
        </details>
      ))}
      <PricesField />
    </fieldset>
  )
}

const Group = ({ name }: { name: string }) =>
  SIMULATION_SETTINGS.map(
    (setting) =>
      setting.kind !== 'objectives' && setting.group === name && <SettingField key={setting.name} setting={setting} />,
  )
