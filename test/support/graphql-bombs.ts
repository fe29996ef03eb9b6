const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

/** Documents that would be expensive if a server read, checked or ran them whole. The server must reject each as too complex. */
export const COMPLEX_QUERIES: Readonly<Record<string, string>> = {
  'a field repeated in place': `{ ${many(900, () => 'ping')} }`,
  'repeated fields within repeated fields': `{ ${many(9, () => `getUserInfo { ${many(9, () => `shortlinks { ${many(9, () => 'id')} }`)} }`)} }`,
  'repeated inline fragments of a type in two levels': `{ ${many(95, () => `... on Query { ${many(95, () => '... on Query { ping }')} }`)} }`,
  'fragments that double': `{ getUserInfo { shortlinks { ...f0 } } } ${many(40, (i) => `fragment f${i} on Shortlink { a${i}: hits { id } ...f${i + 1} ...f${i + 1} }`)} fragment f40 on Shortlink { id }`,
  'fragments that double under other names': `{ getUserInfo { shortlinks { ...f0 } } } ${many(40, (i) => `fragment f${i} on Shortlink { hits { id } ...f${i + 1} ... { ...f${i + 1} } }`)} fragment f40 on Shortlink { id }`,
  'five thousand fragments': `{ ping } ${many(5000, (i) => `fragment f${i} on Query { ping }`)}`,
  'fragments side by side': `{ getUserInfo { ${many(100, (i) => `...f${i}`)} } } ${many(100, (i) => `fragment f${i} on User { id name email createdAt shortlinks { id target title } }`)}`,
  'a chain of fragments': `{ ...f0 } ${many(300, (i) => `fragment f${i} on Query { ...f${i + 1} }`)} fragment f300 on Query { ping }`,
  'a field deeper than ten': `{ getUserInfo { ${'shortlinks { '.repeat(10)} id ${'} '.repeat(11)}}`,
  'thousands of selections within each other': `${'{ a '.repeat(3000)}${'}'.repeat(3000)}`,
  'thousands of lists within each other': `{ hit(id: ${'['.repeat(5000)}${']'.repeat(5000)}) { id } }`,
  'thousands of objects within each other': `{ hit(id: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}) { id } }`,
  'a type of thousands of lists': `query ($a: ${'['.repeat(5000)}Int${']'.repeat(5000)}) { ping }`,
  'sixteen aliases': `{ ${many(16, (i) => `a${i}: ping`)} }`,
  'a thousand guesses': `mutation { ${many(1000, (i) => `a${i}: login(email: "a@example.com", password: "${i}") { token }`)} }`,
  'guesses in fragments': `mutation { ${many(4, (i) => `...f${i}`)} } ${many(4, (i) => `fragment f${i} on Mutation { ${many(4, (j) => `a${i}${j}: login(email: "a@example.com", password: "${j}") { token }`)} }`)}`,
  'fifty-one directives': `{ ping ${'@skip(if: false) '.repeat(51)} }`,
  'a thousand directives on a variable': `query ($a: Int ${'@x '.repeat(1000)}) { ping }`,
  comments: `${'#\n'.repeat(330_000)}{ ping }`,
  'a long comment': `#${'x'.repeat(660_000)}\n{ ping }`,
  'fifteen thousand fields': `{ ${'ping, '.repeat(15_000)} }`,
  'a thousand operations': many(1000, (i) => `query q${i} { ping }`),
  'a thousand variables': `query (${many(1000, (i) => `$v${i}: Int`)}) { ping }`,
  'a thousand arguments': `{ hit(${many(1000, (i) => `a${i}: 1`)}) { id } }`,
  'a thousand input fields': `mutation { createShortlinks(inputs: [{ ${many(1000, (i) => `a${i}: 1`)} }]) { ok } }`,
  'a circle of introspection':
    '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }',
  'a circle of introspection in fragments':
    '{ __schema { types { ...a } } } fragment a on __Type { fields { type { ...b } } } fragment b on __Type { fields { type { ...c } } } fragment c on __Type { fields { name } }',
  'introspection by aliases': `{ __schema { ${many(15, (i) => `t${i}: types { ${many(15, (j) => `f${j}: possibleTypes { name }`).replaceAll('f', `x${i}`)} }`)} } }`,
  'every hit of every link': '{ shortlinkConnection(take: 100) { items { hits(take: 1000) { id } } } }',
  'many questions for little': `{ ${many(15, (i) => `a${i}: shortlinkConnection(take: 100) { items { ${many(15, (j) => `b${j}: hits(take: 0) { id }`)} } }`)} }`,
  'a block string of line feeds': `{ targetUrl(shortlink: """${'\n'.repeat(200_000)}""") }`,
  'nine thousand inline fragments in two levels': `{ ${many(95, () => `... on Query { ${many(95, () => '... { ping }')} }`)} }`,
  'inline fragments within each other': `{ ${'... on Query { '.repeat(3000)}ping${' }'.repeat(3000)} }`,
  'fields that differ under one name': `{ ${many(400, (i) => `a: targetUrl(shortlink: "${i}")`)} }`,
  'fragments that spread all that follow': `{ ...f0 } ${many(60, (i) => `fragment f${i} on Query { ping ${many(60 - i - 1, (j) => `...f${i + j + 1}`)} }`)}`,
  'a fragment spread a thousand times': `{ ${many(1000, () => '...f')} } fragment f on Query { ping }`,
  'a circle of a thousand fragments': `{ ...f0 } ${many(1000, (i) => `fragment f${i} on Query { ...f${(i + 1) % 1000} }`)}`,
  'a thousand unknown fragments': `{ ${many(1000, (i) => `...f${i}`)} }`,
  'a thousand misspelt arguments': `{ shortlinkConnection(${many(1000, (i) => `tak${i}: 1`)}) { totalCount } }`,
  'five hundred misspelt types': `query (${many(500, (i) => `$v${i}: CreateShortlinkInpu${i}`)}) { ping }`,
  'a thousand undeclared variables': `{ ${many(1000, (i) => `targetUrl(shortlink: $v${i})`)} }`,
  'a variable used in a thousand fragments': `query ($v: String!) { ...f0 } ${many(1000, (i) => `fragment f${i} on Query { targetUrl(shortlink: $v) ...f${i + 1} }`)} fragment f1000 on Query { ping }`,
  'two thousand links in the text': `mutation { createShortlinks(inputs: [${many(2000, () => '{ target: "https://example.com/" }')}]) { ok } }`,
  'an object with one field a thousand times': `mutation { createShortlinks(inputs: [{ ${many(1000, () => 'target: "x"')} }]) { ok } }`,
  'operations that share a name': many(1000, () => 'query q { ping }'),
  'a document of braces that never close': '{ a '.repeat(100_000),
  'directives on every field': `{ ${many(15, (i) => `a${i}: ping ${'@include(if: true) '.repeat(10)}`)} }`,
  'a default value of thousands of lists': `query ($a: [Int] = ${'['.repeat(5000)}${']'.repeat(5000)}) { ping }`,
  'every link of every page': `{ ${many(15, (i) => `a${i}: shortlinkConnection(take: 100) { items { hits(take: 1000) { id } byCountryGraph { count } } }`)} }`,
  'commas and names': `{ ${'ping,,,,,,,,,,'.repeat(20_000)} }`,
}

/** Bodies that are expensive to read or check. The server may reject or execute them, but must respond soon. */
export const HEAVY_BODIES: Readonly<Record<string, string>> = {
  'a thousand misspelt fields': query(`{ ${many(1000, (i) => `shortlinkConectio${i}`)} }`),
  'a thousand types of its own': query(many(1000, (i) => `type T${i} { f: Int }`)),
  'a thousand directives of its own': query(many(1000, (i) => `directive @d${i} on FIELD`)),
  'schemas within schemas': query(
    `{ ${many(15, (i) => `a${i}: __schema { types { fields { args { type { name } } } } }`)} }`,
  ),
  'a name of half a megabyte': query(`{ ${'a'.repeat(500_000)} }`),
  'a number of half a megabyte': query(`{ hit(id: ${'9'.repeat(500_000)}) { id } }`),
  'a string of half a megabyte': query(`{ targetUrl(shortlink: "${'x'.repeat(500_000)}") }`),
  'a string of escapes': query(`{ targetUrl(shortlink: "${'\\u0041'.repeat(80_000)}") }`),
  'a block string of indents': query(`{ targetUrl(shortlink: """${`\n${' '.repeat(200)}x`.repeat(2000)}""") }`),
  'commas alone': query(`{ ping ${','.repeat(600_000)} }`),
  'line feeds alone': query(`${'\n'.repeat(400_000)}{ ping }`),
  'an error at the end of half a megabyte': query(`#${'x'.repeat(500_000)}\n{ ping ]`),
  'byte order marks': query(`${'\ufeff'.repeat(100_000)}{ ping }`),
  'five thousand links in variables': query(
    'mutation ($i: [CreateShortlinkInput!]!) { createShortlinks(inputs: $i) { ok } }',
    {
      i: Array.from({ length: 5000 }, () => ({ target: 'https://example.com/' })),
    },
  ),
  'ten thousand malformed links in variables': query(
    'mutation ($i: [CreateShortlinkInput!]!) { createShortlinks(inputs: $i) { ok } }',
    { i: Array.from({ length: 10_000 }, () => ({ targe: 1 })) },
  ),
  'fifty thousand variables': query(
    '{ ping }',
    Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`v${index}`, index])),
  ),
  'variables within each other': `{"query":"query ($v: String) { targetUrl(shortlink: $v) }","variables":{"v":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
  'extensions within each other': `{"query":"{ ping }","extensions":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  'a body of brackets': '['.repeat(1_000_000),
  'a batch of a thousand': JSON.stringify(Array.from({ length: 1000 }, () => ({ query: '{ ping }' }))),
  'one key fifty thousand times': `{${many(50_000, () => '"query":"{ ping }",')}"query":"{ ping }"}`,
  'an operation name of half a megabyte': JSON.stringify({ query: '{ ping }', operationName: 'x'.repeat(500_000) }),
  'a query that is no text': JSON.stringify({ query: Array.from({ length: 100_000 }, () => 'x') }),
}

function query(text: string, variables: object = {}): string {
  return JSON.stringify({ query: text, variables })
}
