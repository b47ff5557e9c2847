import { readMermaid } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

function read(text: string) {
  let count = 0
  const result = readMermaid(text, { makeId: () => String(++count) })
  if (!result.ok) throw new Error(`line ${result.fault.line}, column ${result.fault.column}: ${result.fault.message}`)
  return result
}

/** What a chart says, in short: nodes as `Kind label`, links as `a -kind:label-> b`, groups as `label: members`. */
function said(text: string) {
  const { flow, parents } = read(text)
  const labels = new Map<string, string>(
    [...flow.nodes, ...(flow.groups ?? [])].map((one) => [one.id, 'data' in one ? one.data.label : one.label]),
  )
  const membersOf = (id: string) =>
    [...parents].filter(([, parent]) => parent === id).map(([member]) => labels.get(member))
  return {
    nodes: flow.nodes.map(({ type, data }) => `${type} ${data.label}`),
    links: flow.edges.map(
      ({ source, target, type, data }) =>
        `${labels.get(source)} ${type}${data.label && `:${data.label}`}${data.dashed ? ' dashed' : ''} ${labels.get(target)}`,
    ),
    groups: (flow.groups ?? []).map(({ id, label }) => `${label}: ${membersOf(id).join(', ')}`),
  }
}

const faultOf = (text: string) => {
  const result = readMermaid(text, { makeId: () => 'x' })
  return result.ok ? null : `${result.fault.line}:${result.fault.column} ${result.fault.message}`
}

const labelsOf = (text: string) => read(text).flow.nodes.map(({ data }) => data.label)

describe('reading Mermaid', () => {
  it.each([
    ['"a\u2028b"', 'a\u2028b'],
    ["'a\u2029b'", 'a\u2029b'],
    ['a\u2028title: b', 'a\u2028title: b'],
  ])('[EXC-10] reads the title %j up to the end of its line', (written, title) => {
    expect(read(`---\ntitle: ${written}\n---\ngraph LR\n  a`).title).toBe(title)
  })

  it.each(['\n', '\r\n', '\r'])('[EXC-10] takes %j as the end of a line', (end) => {
    const lines = ['---', 'title: A shop', '---', 'graph LR', '%% a comment', '  a --> b', '  b --> c']
    expect(read(lines.join(end)).title).toBe('A shop')
    expect(read(lines.join(end)).flow.edges).toHaveLength(2)
    expect(faultOf([...lines, '  c -->'].join(end))).toMatch(/^8:8 /)
  })

  it('[EXC-10] reads a typical flowchart', () => {
    const chart = `---
title: A shop
---
%%{init: {"theme": "dark"}}%%
flowchart TD
    %% who calls
    U((User)) -->|HTTPS| LB{{Load balancer}}
    LB --> A & B
    subgraph app [App tier]
      direction LR
      A[Orders API]
      B[Payments service]
    end
    A -- gRPC --> B
    A & B ==> DB[(Orders DB)]
    A -.-> R(Redis)
    classDef hot fill:#f96,stroke:#333;
    class A hot
    style DB fill:#bbf
    linkStyle 0 stroke:red
    click A "https://example.com;x" _blank
    accTitle: A shop
    accDescr { From user
      to database }
`
    expect(read(chart).title).toBe('A shop')
    expect(said(chart)).toEqual({
      nodes: [
        'Client User',
        'LoadBalancer Load balancer',
        'Server Orders API',
        'Server Payments service',
        'Database Orders DB',
        'Cache Redis',
      ],
      links: [
        'User http:HTTPS Load balancer',
        'Load balancer http Orders API',
        'Load balancer http Payments service',
        'Orders API grpc Payments service',
        'Orders API database Orders DB',
        'Payments service database Orders DB',
        'Orders API tcp dashed Redis',
      ],
      groups: ['App tier: Orders API, Payments service'],
    })
  })

  it.each(['flowchart LR', 'flowchart', 'graph TD;', 'graph >', 'flowchart-elk TB', '\n\n  graph BT'])(
    '[EXC-10] %j begins a flowchart',
    (header) => {
      expect(said(`${header}\nA-->B`).links).toEqual(['A http B'])
    },
  )

  it('[EXC-10] accepts several statements on a line, and a link at the start or end of a line', () => {
    expect(said('graph LR;A-->B;B-->C\nC\n-->\nD;').links).toEqual(['A http B', 'B http C', 'C http D'])
  })

  it.each([
    '[text]',
    '(text)',
    '([text])',
    '[[text]]',
    '[(text)]',
    '((text))',
    '(((text)))',
    '>text]',
    '{text}',
    '{{text}}',
    '[/text/]',
    '[\\text\\]',
    '[/text\\]',
    '[\\text/]',
    '(-text-)',
    '["text"]',
    '( "text" )',
    '[\n  text\n]',
    '@{ shape: doc, label: "text" }',
    "@{ label: 'text', shape: hex }",
    '@{\n  shape: cyl\n  label: text\n}',
  ])('[EXC-11] %j is the shape of a node', (shape) => {
    expect(labelsOf(`flowchart LR\n A${shape} --> B`)).toEqual(['text', 'B'])
  })

  it.each([
    ['"two  words<br/>and <b>more</b>"', 'two words and more'],
    ['"`**Bold** and _slanted_ snake_case`"', 'Bold and slanted snake_case'],
    ['"#quot;x#quot; #35;1 #9829; &amp; #lt;b#gt; #what;"', '"x" #1 ♥ & <b> #what;'],
    ['fa:fa-server Web', 'Web'],
    ['"[a] (b) {c} | -->"', '[a] (b) {c} | -->'],
    ['Überweisung, 支払い!', 'Überweisung, 支払い!'],
  ])('[EXC-29] the label %s has the text %j', (raw, label) => {
    expect(labelsOf(`flowchart LR\nA[${raw}]`)).toEqual([label])
  })

  it.each([
    ['-->', 'A http B'],
    ['---', 'A http B'],
    ['---->', 'A http B'],
    ['--o', 'A http B'],
    ['--x', 'A http B'],
    ['-.->', 'A http dashed B'],
    ['-.-', 'A http dashed B'],
    ['-...->', 'A http dashed B'],
    ['==>', 'A http B'],
    ['===', 'A http B'],
    ['====>', 'A http B'],
    ['<-->', 'A http B'],
    ['o--o', 'A http B'],
    ['x--x', 'A http B'],
    ['<-.->', 'A http dashed B'],
    ['<---', 'B http A'],
    ['-->|asks|', 'A http:asks B'],
    ['--> |"asks | twice"|', 'A http:asks | twice B'],
    ['-- asks -->', 'A http:asks B'],
    ['-- asks ---', 'A http:asks B'],
    ['-. asks .->', 'A http:asks dashed B'],
    ['== asks ==>', 'A http:asks B'],
    ['-- "asks -- twice" -->', 'A http:asks -- twice B'],
    ['e1@-->', 'A http B'],
  ])('[EXC-28] %j is a link', (link, line) => {
    expect(said(`flowchart LR\nA ${link} B`).links).toEqual([line])
  })

  it('[EXC-28] an arrow at both ends is bidirectional; an invisible link is ignored', () => {
    expect(read('graph LR\nA <--> B ~~~ C').flow.edges.map(({ data }) => data.bidirectional)).toEqual([true])
  })

  it('[EXC-28] links and classes need no spaces', () => {
    expect(said('graph LR\nA:::cache-->B["b"]:::database--oC').nodes).toEqual(['Cache A', 'Database b', 'Server C'])
  })

  it('[EXC-12] subgraphs become groups, one in another, by name, by label or by both', () => {
    const chart = `graph LR
      subgraph one
        A --> B
        subgraph two ["The second"]
          C
        end
      end
      subgraph "Third one"
        B --> D
      end
      D --> two`
    expect(said(chart).groups).toEqual(['one: A, B, The second', 'The second: C', 'Third one: D'])
    expect(read(chart).leftOut).toEqual({ twice: 0, toItself: 0, ofGroup: 1 })
  })

  it('[EXC-12] duplicate links and links from a node to itself are left out and counted', () => {
    const { flow, leftOut } = read('graph LR\nA --> B --> A --> B\nA --> A')
    expect(flow.edges).toHaveLength(2)
    expect(leftOut).toEqual({ twice: 1, toItself: 1, ofGroup: 0 })
  })

  it('[EXC-12] groups that contain each other are not nested', () => {
    expect(said('graph LR\nsubgraph a\n b\nend\nsubgraph b\n a\nend').groups).toEqual(['a: ', 'b: '])
  })
})

describe('recognizing kinds', () => {
  it.each([
    ['A[(Orders)]', 'Database'],
    ['A[(Session cache)]', 'Cache'],
    ['A@{ shape: db, label: "Users" }', 'Database'],
    ['A[Redis]', 'Cache'],
    ['A[PostgreSQL]', 'Database'],
    ['A[User database]', 'Database'],
    ['A[UsersDB]', 'Database'],
    ['A[Database server]', 'Database'],
    ['A[User service]', 'Server'],
    ['A[API client]', 'Client'],
    ['A[API Gateway]', 'LoadBalancer'],
    ['A[nginx]', 'LoadBalancer'],
    ['A[Mobile]', 'Client'],
    ['A[Customers]', 'Client'],
    ['A[Orders]', 'Server'],
    ['A{{Orders}}', 'Server'],
    ['A[Redis]:::loadBalancer', 'LoadBalancer'],
    ['redis', 'Cache'],
    ['A[Userland]', 'Server'],
  ])('[EXC-13] %s is a %s', (node, type) => {
    expect(read(`graph LR\n${node}`).flow.nodes[0]?.type).toBe(type)
  })

  it.each([
    ['gRPC', 'grpc', ''],
    ['grpc: PlaceOrder', 'grpc', 'PlaceOrder'],
    ['via WebSockets', 'websocket', 'via WebSockets'],
    ['REST', 'http', 'REST'],
    ['Event Stream', 'eventStream', ''],
    ['HTTP: gRPC', 'http', 'gRPC'],
    ['asks: nicely', 'http', 'asks: nicely'],
  ])('[EXC-30] a link that says %j is of kind %s, labelled %j', (text, type, label) => {
    const [edge] = read(`graph LR\nA -->|"${text}"| B`).flow.edges
    expect([edge?.type, edge?.data.label]).toEqual([type, label])
  })
})

describe('refusing other texts', () => {
  it.each([
    ['sequenceDiagram\n A->>B: hi', '1:1 “flowchart” or “graph” is expected; a sequenceDiagram cannot be drawn here'],
    ['', '1:1 “flowchart” or “graph” is expected'],
    ['flowchart sideways', '1:10 a direction such as LR, or the end of the line, is expected, not “ sideways”'],
    ['graph LR\n  A -> B', '2:4 a link such as “-->”, or the end of the line, is expected, not “ -> B”'],
    ['graph LR\nA --> ', '2:7 the name of a node is expected, not the end'],
    ['graph LR\nA[Pay (now)]', '2:7 “]” is expected; a label that holds ( must stand in double quotes'],
    ['graph LR\nA["Pay now]', '2:3 the text in quotes has no closing quote'],
    ['graph LR\nA(Pay now]', '2:10 “)” is expected; a label that holds ] must stand in double quotes'],
    ['graph LR\nA -- asks B\nC --> D', '2:6 the rest of the link, such as “-->”, is expected behind its text'],
    ['graph LR\nA -->|asks B', '2:7 the text of the link has no closing “|”'],
    ['graph LR\nsubgraph x\nA', '3:2 “end” is expected: the subgraph “x” is not closed'],
    ['graph LR\nA\nend', '3:1 “end” closes no subgraph'],
    ['graph LR\nA@{ shape', '2:5 a setting such as “shape: cyl”, or “}”, is expected, not “shape”'],
    [`graph LR\n${'subgraph x\n'.repeat(21)}`, '22:9 subgraphs are nested deeper than 20'],
  ])('[EXC-14] %j is refused with line, column and what is expected', (text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })

  it('[EXC-14] reading never throws', () => {
    const piece = fc.constantFrom(
      ...[
        'A',
        'B1',
        '[',
        ']',
        '(',
        ')',
        '{',
        '}',
        '"',
        '|',
        '-->',
        '-.->',
        '--',
        ' text ',
        '\n',
        ';',
        '&',
        ':::',
        '@{',
        'shape: ',
        ',',
      ],
      ...[
        'subgraph ',
        'end',
        'class ',
        'style ',
        '%%',
        '`',
        '#35;',
        '~~~',
        '<',
        '>',
        '/',
        '\\',
        '=',
        '.',
        '-',
        'x',
        'o',
        '\u0000',
        '😀',
      ],
    )
    const chart = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map((pieces) => `graph LR\n${pieces.join('')}`),
    )
    fc.assert(
      fc.property(chart, (text) => {
        const result = readMermaid(text, { makeId: () => 'x' })
        if (!result.ok) expect(result.fault.line).toBeLessThanOrEqual(text.split('\n').length)
      }),
      { numRuns: 3000 },
    )
  })

  // A reader that needs more than time in proportion to the length would not come to an end here.
  it.each([
    ['400,000 nodes', Array.from({ length: 400_000 }, (_, i) => `n${i}`).join('\n'), /more than 10000 nodes/],
    ['everything to everything', `${names(5000)} --> ${names(5000)}`, /more than 20000 links/],
    ['links on one line', `A${' -- x --> A'.repeat(300_000)}`, /more than 20000 links/],
    ['2,000 groups', 'subgraph x;end;'.repeat(2000), /more than 1000 subgraphs/],
    ['a name without end', 'a-'.repeat(1_900_000), /is expected/],
    ['brackets', `A${'['.repeat(3_900_000)}`, /is expected/],
    ['hyphens', `A ${'-'.repeat(3_900_000)}`, /is expected/],
    ['dots', `A -${'.'.repeat(3_900_000)}`, /is expected/],
    ['spaces', `A${' '.repeat(3_900_000)}[x`, /is expected/],
    ['lines without text', `${'\n \t'.repeat(1_300_000)}[`, /is expected/],
    ['comments', `${'%%\n'.repeat(1_300_000)}[`, /is expected/],
    ['classes', `A:::a${',a'.repeat(1_900_000)}`, /is expected/],
    ['a class for all', `class ${'a,'.repeat(1_900_000)} b;[`, /is expected/],
    ['quotes', `click A ${'"'.repeat(3_900_001)}-\n[`, /is expected/],
    ['a tag that does not end', `A["${'<b '.repeat(1_000_000)}"]`, /longer than 10000/],
    ['front matter that does not end', `---\n${'- --\n'.repeat(700_000)}`, /is expected/],
    ['very much of anything', 'A\n'.repeat(3_000_000), /longer than 4000000/],
  ])('[EXC-14] [REL-IN12] %s are refused', (name, text, message) => {
    expect(faultOf(name.startsWith('front') ? text : `graph LR\n${text}`)).toMatch(message)
  })
})

function names(count: number): string {
  return Array.from({ length: count }, (_, i) => `n${i}`).join(' & ')
}
