/** The look of the page; light or dark as the reader's system is. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --back: #fff; --text: #1c2733; --faint: #5a6672; --rule: #d7dde3; --bar: #cfe3f5; --band: #eef1f4;
  --good: #17692f; --bad: #b3261e; --unsure: #8a5a00;
  --line0: #1668b0; --line1: #17692f; --line2: #b3261e; --line3: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12181f; --text: #e6ebf0; --faint: #9fabb7; --rule: #33404d; --bar: #1f4468; --band: #1d262f;
    --good: #6fcf8a; --bad: #ff8f85; --unsure: #f0b849;
    --line0: #6bb3f2; --line1: #6fcf8a; --line2: #ff8f85; --line3: #f0b849;
  }
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
.share span { display: block; min-width: 96px; padding: 0 4px; background: linear-gradient(var(--bar), var(--bar)) no-repeat 0 0 / var(--share) 100%; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 24px; margin-top: 24px; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; }
figcaption .unit { font-weight: 400; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--faint); font: 12px system-ui, sans-serif; }
@media (max-width: 520px) { svg text { font-size: 15px; } }
.grid { stroke: var(--rule); }
.band { fill: var(--band); }
rect.bars { fill: var(--line0); opacity: 0.4; }
.limit { stroke: var(--unsure); stroke-width: 1.75; stroke-dasharray: 4 3; }
.line { fill: none; stroke-width: 1.75; stroke-linecap: round; stroke: var(--line0); }
.line1 { stroke: var(--line1); stroke-dasharray: 6 3; }
.line2 { stroke: var(--line2); stroke-dasharray: 2 3; }
.line3 { stroke: var(--line3); stroke-dasharray: 8 3 2 3; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 4px 0; padding: 0; }
.legend li::before { content: ""; display: inline-block; width: 24px; margin-right: 6px; vertical-align: middle; border-top: 2px solid var(--line0); }
.legend .bars::before { border-top: 10px solid color-mix(in srgb, var(--line0) 40%, transparent); }
.legend .line1::before { border-top: 2px dashed var(--line1); }
.legend .line2::before { border-top: 2px dotted var(--line2); }
.legend .line3::before { border-top: 3px double var(--line3); }
.bands { margin: 4px 0; font-size: 13px; }
summary { color: var(--faint); cursor: pointer; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:focus-visible { outline: 2px solid var(--line0); outline-offset: 2px; }
@media print { .scroll { overflow: visible; } }
`
