import { paletteCss, SHAPE_CSS } from '@plimsoll/experiments'

/** The look of the page; light or dark as the reader's system is. */
export const STYLE = `
:root {
  color-scheme: light dark;
  ${paletteCss('light')}
}
@media (prefers-color-scheme: dark) {
  :root { ${paletteCss('dark')} }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 32px 0 8px; }
.about, .unit, .bands { color: var(--faint); }
.about { margin: 4px 0 16px; }
.verdict { border-left: 4px solid var(--rule); padding: 4px 0 4px 12px; margin: 0 0 8px; }
.verdict p { margin: 4px 0; }
.verdict.pass { border-color: var(--good); }
.verdict.fail { border-color: var(--bad); }
.verdict.undecided { border-color: var(--unsure); }
.result { font-weight: 600; }
.result.pass { color: var(--good); }
.result.fail { color: var(--bad); }
.result.undecided { color: var(--unsure); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; font-weight: 400; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
thead th { color: var(--faint); vertical-align: bottom; }
tbody th { min-width: 128px; max-width: 320px; overflow-wrap: anywhere; }
.number { text-align: right; }
.heat { background: color-mix(in srgb, var(--line0) var(--heat), transparent); }
.share span { display: block; min-width: 96px; padding: 0 4px; background: linear-gradient(var(--bar), var(--bar)) no-repeat 0 0 / var(--share) 100%; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 24px; margin-top: 24px; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; }
figcaption .unit { font-weight: 400; }
svg { display: block; width: 100%; height: auto; }
${SHAPE_CSS.trim()}
@media (max-width: 520px) { svg text { font-size: 15px; } }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 4px 0; padding: 0; }
.legend svg { display: inline-block; width: 24px; height: 10px; margin-right: 6px; vertical-align: middle; }
.bands { margin: 4px 0; font-size: 13px; }
summary { color: var(--faint); cursor: pointer; }
.steps { margin-top: 24px; }
.steps table { width: 100%; }
.steps th { width: 24%; font-weight: 400; padding-left: calc(var(--depth) * 14px); }
.steps td > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; }
.steps .text { flex: 0 1 300px; }
.track { position: relative; flex: 1 1 200px; height: 14px; background: var(--band); }
.track span { position: absolute; inset-block: 0; left: var(--from); width: max(1px, var(--length)); background: var(--line0); }
.track .line1 { background: var(--unsure); }
.track .line2 { background: var(--good); }
.track .mark { inset-block: -3px; background: var(--text); }
.track .line3 { background: color-mix(in srgb, var(--faint) 50%, transparent); }
.steps .legend li::before { content: ""; display: inline-block; width: 24px; margin-right: 6px; vertical-align: middle; border-top: 10px solid var(--line0); }
.steps .legend .line1::before { border-top-color: var(--unsure); }
.steps .legend .line2::before { border-top-color: var(--good); }
.steps .legend .line3::before { border-top-color: color-mix(in srgb, var(--faint) 50%, transparent); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:focus-visible { outline: 2px solid var(--line0); outline-offset: 2px; }
@media print { .scroll { overflow: visible; } }
`
