import { readFileSync } from 'node:fs'
import { renderings } from '../../functions/src/http/problem.ts'
import { meanings } from './codes.ts'
import type { ApiDocument } from './document.ts'
import { fieldRows, kindOf, refName, type Schema, shapeLink } from './fields.ts'
import { code, escaped, prose, sample, table } from './html.ts'

interface Media {
  schema: Schema
  example?: unknown
}

interface Operation {
  operationId: string
  summary: string
  description?: string
  'x-who': string
  tags: string[]
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content?: Record<string, Media> }
  >
}

interface Readable {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { name?: string; description: string }>
  }
}

interface Placed extends Operation {
  method: string
  path: string
}

export const docsStyle = (): string => readFileSync(new URL('page.css', import.meta.url), 'utf8')

/** The document as a page that needs no script and no other host. */
export function docsPage(document: ApiDocument): string {
  const api: Readable = JSON.parse(JSON.stringify(document))
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  const title = `${escaped(api.info.title)} API`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header><p class="title">${title}</p><p>Version ${escaped(api.info.version)} · <a href="/api/openapi.json">OpenAPI 3.1</a></p></header>
<div class="columns">
<nav aria-label="Contents">${contents(api, operations)}</nav>
<main id="content" tabindex="-1">
<h1>${title}</h1>
<p>${prose(api.info.description)}</p>
${signingIn(api)}
${problems()}
${api.tags.map(tag => section(api, tag, operations)).join('\n')}
${shapes(api)}
</main>
</div>
</body>
</html>
`
}

const contents = ({ tags }: Readable, operations: readonly Placed[]): string =>
  [
    '<ul><li><a href="#signing-in">Signing in</a></li><li><a href="#problems">Problems</a></li></ul>',
    ...tags.map(
      ({ name }) =>
        `<p class="group"><a href="#${escaped(name)}">${escaped(name)}</a></p><ul>${operations
          .filter(({ tags: [tag] }) => tag === name)
          .map(({ operationId, summary }) => `<li><a href="#${operationId}">${escaped(summary)}</a></li>`)
          .join('')}</ul>`,
    ),
    '<ul><li><a href="#shapes">Shapes</a></li></ul>',
  ].join('\n')

const signingIn = ({ components }: Readable): string => `
<section><h2 id="signing-in">Signing in</h2>
${table(
  'Ways to sign in',
  ['Header', 'What it holds'],
  Object.values(components.securitySchemes).map(({ name = 'Authorization: Bearer …', description }) => [
    code(name),
    prose(description),
  ]),
)}
</section>`

const problems = (): string => `
<section><h2 id="problems">Problems</h2>
<p>What is refused or fails is answered with a ${shapeLink('Problem')} (<code>application/problem+json</code>). Go by its <code>code</code>. Where it is known, <code>Retry-After</code> says when to try again, in seconds.</p>
${table(
  'Codes',
  ['Code', 'Status', 'Meaning', 'The same may work later'],
  Object.entries(renderings).map(([name, { status, retryable }]) => [
    `<code id="code-${name}">${name}</code>`,
    String(status),
    prose(Object.entries(meanings).find(([known]) => known === name)?.[1]),
    retryable ? 'yes' : 'no',
  ]),
)}
</section>`

const section = (
  api: Readable,
  { name, description }: { name: string; description: string },
  operations: readonly Placed[],
): string => `
<section><h2 id="${escaped(name)}">${escaped(name)}</h2>
<p>${prose(description)}</p>
${operations
  .filter(({ tags: [tag] }) => tag === name)
  .map(operation => article(api, operation))
  .join('\n')}
</section>`

const article = (api: Readable, operation: Placed): string => `
<article aria-labelledby="${operation.operationId}">
<h3 id="${operation.operationId}">${escaped(operation.summary)}</h3>
<p class="address"><span class="method">${operation.method}</span> <code>${escaped(operation.path).replaceAll('/', '/<wbr>')}</code></p>
<p><b>Who:</b> ${escaped(operation['x-who'])}.</p>
${operation.description ? `<p>${prose(operation.description)}</p>` : ''}
${parameters(operation)}
${requestBody(api, operation)}
${Object.entries(operation.responses)
  .filter(([status]) => status.startsWith('2'))
  .map(([status, answer]) => answerOf(api, operation, status, answer))
  .join('\n')}
${refusals(operation)}
</article>`

function parameters({ parameters: all = [], summary }: Placed): string {
  if (all.length === 0) return ''
  const rows = all.flatMap(({ in: place, name, required = false, schema, description = '' }) =>
    fieldRows({
      properties: { [name]: { ...schema, description: [`In the ${place}.`, description].join(' ').trim() } },
      required: required ? [name] : [],
    }),
  )
  return `<h4>Parameters</h4>${table(`Parameters: ${summary}`, fieldHead, rows)}`
}

const fieldHead = ['Field', 'Kind', 'Meaning']

function requestBody(api: Readable, { requestBody: body, summary }: Placed): string {
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? []
  if (!body || !type || !media) return ''
  const optional = body.required ? '' : ' It may be left out.'
  return `<h4>Request</h4><p>${code(type)}.${optional}</p>${shown(api, media, `request: ${summary}`)}`
}

function answerOf(
  api: Readable,
  { summary }: Placed,
  status: string,
  { description, content = {}, headers = {} }: Operation['responses'][string],
): string {
  const [type, media] = Object.entries(content)[0] ?? []
  const own = Object.keys(headers).filter(name => name !== 'X-Request-Id')
  const withHeaders = own.length > 0 ? ` With ${own.map(code).join(', ')}.` : ''
  const body =
    type && media
      ? `${code(type)}${type.endsWith('json') ? shown(api, media, `${status}: ${summary}`) : ''}`
      : ''
  return `<h4>Answer ${status}</h4><p>${prose(description)}${withHeaders}</p>${body}`
}

/** The fields of a body, and what it may look like. */
function shown(api: Readable, { schema, example }: Media, label: string): string {
  if (schema.$ref && example === undefined) return `<p>${kindOf(schema)}</p>`
  const named = schema.$ref ? api.components.schemas[refName(schema)] : schema
  const rows = named ? fieldRows(named) : []
  const fields = rows.length > 0 ? table(`Fields of ${label}`, fieldHead, rows) : `<p>${kindOf(schema)}</p>`
  return `${fields}${example === undefined ? '' : sample(`Example of ${label}`, example)}`
}

function refusals({ responses, summary }: Placed): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => [
      status,
      description.replace(/`([^`]+)`/g, '<a href="#code-$1"><code>$1</code></a>'),
    ])
  return `<h4>Problems</h4>${table(`Problems: ${summary}`, ['Status', 'Codes'], rows)}`
}

const shapes = ({ components }: Readable): string => `
<section><h2 id="shapes">Shapes</h2>
${Object.entries(components.schemas)
  .map(
    ([name, schema]) => `<article aria-labelledby="shape-${name}"><h3 id="shape-${name}">${name}</h3>
${schema.description ? `<p>${prose(schema.description)}</p>` : ''}${table(`Fields of ${name}`, fieldHead, fieldRows(schema))}</article>`,
  )
  .join('\n')}
</section>`
