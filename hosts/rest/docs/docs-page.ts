import { document } from '../../http/pages/document.ts'
import { FAVICON } from '../../http/pages/favicon.ts'
import { type Content, Html, html } from '../../http/pages/html.ts'
import { docsStylesheet } from '../../http/pages/stylesheet.ts'
import type { OpenApiDocument, Operation } from '../openapi/document.ts'
import type { Parameter } from '../openapi/parameters.ts'
import { PROBLEMS } from '../problem.ts'
import type { JsonSchema } from '../table/json-schema.ts'
import { curlOf } from './curl.ts'

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The reference of the REST API, from its OpenAPI document: one page without scripts. */
export function docsPage(api: OpenApiDocument): string {
  const [{ url: server }] = api.servers as [{ url: string }]
  const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = api.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags[0] === name),
  }))
  return document({
    title: 'REST API · shortlink',
    theme: 'auto',
    stylesheet: docsStylesheet,
    head: html`<meta name="robots" content="noindex">`,
    main: html`<div class="docs">
<nav aria-label="Contents">
<p><a href="#start">Getting started</a></p>
${groups.map(({ name, entries }) => html`<h2>${name}</h2><ul>${entries.map(navigationItem)}</ul>`)}
<h2>Reference</h2><ul><li><a href="#records">Records</a></li><li><a href="#errors">Errors</a></li></ul>
</nav>
<main>
<header>${MARK}
<h1>REST API</h1>
<p>Version ${api.info.version}. The same operations as an <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>.</p></header>
${introduction(server)}
${groups.map(
  ({ name, entries }) => html`<section aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${name}</h2>
${entries.map((entry) => article(entry, server))}
</section>`,
)}
<section aria-labelledby="records"><h2 id="records">Records</h2>
${Object.entries(api.components.schemas).map(
  ([name, schema]) => html`<article id="record-${name}"><h3>${name}</h3>
<p>${marked(schema.description ?? '')}</p>
${members(schema, [])}</article>`,
)}
</section>
<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Programs read <code>code</code>, people read <code>detail</code>, and <code>errors</code> names the invalid parts of the request.</p>
<p>The status can differ from the one of the code: 405 for a method that the path does not have, 412 for <code>If-Match</code>, 413 for a body that is too long, and 415 for one that is not JSON.</p>
<dl>${Object.entries(PROBLEMS).map(
      ([code, { status, title }]) =>
        html`<dt id="error-${code}"><code>${code}</code></dt><dd>${status}: ${title}.</dd>`,
    )}</dl></section>
</main>
</div>`,
  })
}

const MARK = new Html(FAVICON.replace('<svg ', '<svg aria-hidden="true" '))

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

const navigationItem = ({ method, path, operation }: Entry) =>
  html`<li><a href="#${operation.operationId}"><b class="${method}">${method}</b> ${path}</a></li>`

const introduction = (server: string) => html`<section aria-labelledby="start"><h2 id="start">Getting started</h2>
<p>Create an API key in the dashboard under Settings, and send it in the header <code>x-api-key</code>, or as <code>Authorization: Bearer</code>. The token of a session works there, too.</p>
<pre tabindex="0"><code>export SHORTLINK_API_KEY=sl_live_…
curl ${server}/links -H "x-api-key: $SHORTLINK_API_KEY"</code></pre>
<ul class="rules">
<li>Requests and responses are JSON. Unknown members and parameters are errors, so that a typo never passes unnoticed.</li>
<li>Percent-encode values in paths and queries. Repeat a query parameter for several values: <code>tags=a&amp;tags=b</code>. A parameter that is an array of objects is JSON.</li>
<li>Lists are <code>{"items", "nextCursor"}</code>: pass <code>nextCursor</code> as <code>cursor</code> for the next page. It is null on the last page, and always in lists without that parameter.</li>
<li>In updates, omitted members keep their values and <code>null</code> resets a member.</li>
<li>Instants are ISO 8601 with a time zone, such as <code>2026-01-31T09:00:00Z</code>.</li>
<li>Send an <code>Idempotency-Key</code> with a write to retry it safely. The same key with other arguments is a 409.</li>
<li>Send <code>Dry-Run: true</code> with a write to see its response without its effect. New ids, slugs and secrets in it are placeholders.</li>
<li>Single links have an <code>ETag</code>. Send it as <code>If-Match</code> with an update, which is a 412 if the link has changed since.</li>
<li>Every response has the state of the rate limit in <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code>. After a 429 or a 503, wait for the seconds in <code>Retry-After</code>.</li>
</ul></section>`

function article({ method, path, operation }: Entry, server: string): Html {
  const { operationId, summary, description, parameters, requestBody, security, responses } = operation
  const scopes = security[0]?.apiKey ?? []
  const isPublic = security.some((requirement) => Object.keys(requirement).length === 0)
  const body = requestBody?.content['application/json']?.schema
  return html`<article id="${operationId}"><h3>${summary}</h3>
<p class="line"><b class="${method}">${method}</b> <code>/api/v1${path}</code></p>
${description && html`<p>${marked(description)}</p>`}
<p class="scope">${scopes.length > 0 ? html`Scope: <code>${scopes.join(', ')}</code>.` : 'Needs no scope.'}${isPublic && ' Works without credentials.'}</p>
<pre tabindex="0"><code>${curlOf(method, path, operation, server)}</code></pre>
${parameterTable(parameters)}
${body && html`<h4>Body</h4>${members(body, body.required ?? [])}`}
<h4>Responses</h4>
<dl>${Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, response]) => html`<dt>${status}</dt><dd>${responseText(response as ResponseObject)}</dd>`)}
<dt>Errors</dt><dd>${Object.keys(responses)
    .filter((status) => Number(status) >= 400)
    .map((status, at) => html`${at > 0 && ', '}<a href="#errors">${status}</a>`)}</dd></dl>
</article>`
}

interface ResponseObject {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>
}

function responseText({ description, content = {} }: ResponseObject): Content {
  const [entry] = Object.entries(content)
  if (entry === undefined) return description
  const [mediaType, { schema, example }] = entry
  if (mediaType === 'application/json')
    return html`${description} ${members(schema, []) ?? typeOf(schema)}${example !== undefined && exampleText(example)}`
  return html`${description} ${Object.entries(content).map(
    ([type, { example }], at) =>
      html`${at > 0 && ' or '}<code>${type}</code>${example !== undefined && exampleText(example)}`,
  )}${schema.contentSchema && html`Fields: ${typeOf(schema.contentSchema)}`}`
}

const exampleText = (example: unknown) =>
  html`<pre tabindex="0"><code>${typeof example === 'string' ? example : JSON.stringify(example, null, 1)}</code></pre>`

function parameterTable(parameters: readonly Parameter[]): Content {
  if (parameters.length === 0) return undefined
  return html`<h4>Parameters</h4><dl>${parameters.map((parameter) => {
    const schema = parameter.schema ?? parameter.content?.['application/json']?.schema ?? {}
    const place = parameter.in === 'query' ? '' : ` in the ${parameter.in}`
    return html`<dt><code>${parameter.name}</code></dt><dd>${typeOf(schema)}${place}${parameter.required && ', required'}. ${marked(parameter.description ?? '')}${bounds(schema)}</dd>`
  })}</dl>`
}

function members({ properties = {} }: JsonSchema, required: readonly string[]): Content {
  const entries = Object.entries(properties)
  if (entries.length === 0) return undefined
  return html`<dl>${entries.map(
    ([name, schema]) =>
      html`<dt><code>${name}</code></dt><dd>${typeOf(schema)}${required.includes(name) && ', required'}. ${marked(schema.description ?? '')}</dd>`,
  )}</dl>`
}

/** The type of a value in words, with links to records. */
function typeOf(schema: JsonSchema): Content {
  const { $ref, type, anyOf, items, properties, format } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1)
    return html`<a href="#record-${name}">${name}</a>`
  }
  if (anyOf) return anyOf.map((option, at) => html`${at > 0 && ' or '}${typeOf(option)}`)
  if (schema.enum) return html`${schema.enum.map((value, at) => html`${at > 0 && ', '}<code>${String(value)}</code>`)}`
  if (type === 'array' && items) return html`array of ${typeOf(items)}`
  if (type === 'object' && properties) {
    return html`object {${Object.entries(properties).map(
      ([name, member], at) =>
        html`${at > 0 && ', '}<code>${name}</code>${isNested(member) && html` (${typeOf(member)})`}`,
    )}}`
  }
  const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'any value')
  return format === 'date-time' ? `${name} (date and time)` : String(name)
}

const isNested = ({ $ref, items, properties }: JsonSchema) =>
  $ref !== undefined || items !== undefined || properties !== undefined

function bounds({ minimum, maximum, default: fallback }: JsonSchema): Content {
  const range = minimum !== undefined && maximum !== undefined ? ` ${minimum} to ${maximum}.` : ''
  return `${range}${fallback === undefined || fallback === null ? '' : ` Default: ${String(fallback)}.`}`
}

/** A description with its code between backticks as code. */
const marked = (text: string): Content =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
