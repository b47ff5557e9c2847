import { PRICE_UNITS, type Price, type PriceUnit } from '@plimsoll/experiments'
import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { focusNextRow } from '../../../../shared/ui/focus-next-row.ts'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import panelButton from '../../ui/panel-button.module.css'
import { FieldRefusal } from './field-refusal.tsx'
import classes from './predict.module.css'
import { describePrice, NO_PRICE, readPrice, savedPrices, type TypedPrice } from './saved-prices.ts'

/** What components cost, each price with where it stands and when; kept with the design. */
export function PricesField() {
  const session = useEditorSession()
  const flow = useDocument((document) => document.flow)
  const prices = savedPrices(flow)
  const [typed, setTyped] = useState(NO_PRICE)
  const [refusal, setRefusal] = useState<string | null>(null)
  const type = (part: Partial<TypedPrice>) => setTyped({ ...typed, ...part })

  const keep = (to: readonly Partial<Price>[]) =>
    session.document
      .getState()
      .dispatch({ type: 'set-simulation', name: 'prices', value: to.length === 0 ? undefined : to })

  function add(): void {
    const read = readPrice(session.document.getState().flow, typed)
    setRefusal(typeof read === 'string' ? read : null)
    if (typeof read === 'string') return
    keep([...prices, read])
    setTyped({ ...NO_PRICE, source: typed.source, date: typed.date })
  }

  return (
    <details className={classes.fold}>
      <summary>Prices</summary>
      <p className={classes.help}>
        A design has no prices of its own. Enter yours, in dollars, with where each stands and when.
      </p>
      {prices.length > 0 && (
        <ul className={classes.objectives} aria-label="Prices">
          {prices.map((price, index) => (
            <li key={`${price.of} ${price.per}`} ref={focusNextRow}>
              <span>
                {describePrice(flow, price)}
                <span className={classes.faint}>{` ${price.source}, ${price.date}`}</span>
              </span>
              <button
                type="button"
                className={iconButton.small}
                aria-label={`Remove ${describePrice(flow, price)}`}
                onClick={() => keep(prices.toSpliced(index, 1))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Labelled label="Component">
        {(id) => (
          <select id={id} value={typed.of} onChange={({ target }) => type({ of: target.value })}>
            <option value="" />
            {flow.nodes.map((node) => (
              <option key={node.id} value={node.id}>
                {node.data.label || node.id}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Price per">
        {(id) => (
          <select id={id} value={typed.per} onChange={({ target }) => type({ per: target.value as PriceUnit })}>
            {Object.entries(PRICE_UNITS).map(([per, name]) => (
              <option key={per} value={per}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Dollars">
        {(id) => (
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={typed.price}
            onChange={({ target }) => type({ price: target.value })}
          />
        )}
      </Labelled>
      <Labelled label="Source">
        {(id) => (
          <input
            id={id}
            autoComplete="off"
            placeholder="Address or name of the price list"
            value={typed.source}
            onChange={({ target }) => type({ source: target.value })}
          />
        )}
      </Labelled>
      <Labelled label="As of">
        {(id) => (
          <input id={id} type="date" value={typed.date} onChange={({ target }) => type({ date: target.value })} />
        )}
      </Labelled>
      <FieldRefusal>{refusal}</FieldRefusal>
      <button type="button" className={`${panelButton.root} ${classes.button}`} onClick={add}>
        Add price
      </button>
    </details>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
