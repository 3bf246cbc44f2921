import { Ajv2020 } from 'ajv/dist/2020.js'
import { apiDocument } from '../../../scripts/api/document.ts'

/** The parts of an answer that are compared. */
interface Answer {
  status: number
  headers: Headers
  text: string
  body: unknown
}

interface Documented {
  headers?: Record<string, { required?: boolean; schema: object }>
  content?: Record<string, object>
}
type Operations = Record<string, { responses: Record<string, Documented> }>

const document: { paths: Record<string, Operations> } = JSON.parse(JSON.stringify(apiDocument()))

const formats = { 'date-time': true, email: true, uri: true, uuid: true, binary: true } as const
const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
ajv.addSchema(document, 'api')

const paths = Object.keys(document.paths).map(path => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Throws when the API answered otherwise than its document says, be it by a status, a type or a field too many. */
export function expectAsDocumented(method: string, url: string, answer: Answer): void {
  const problems = differences(method, url.replace(/\?.*/s, ''), answer)
  if (problems.length === 0) return
  const summary = `${method} ${url} answered ${answer.status}, not as the API's document says`
  throw new Error(`${summary}: ${problems.join('; ')}\n${answer.text.slice(0, 2000)}`)
}

function differences(method: string, url: string, answer: Answer): string[] {
  const path = paths.find(({ pattern }) => pattern.test(url))?.path
  if (path === undefined) return ofNoRoute(answer, 404, 'not-found')
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) return ofNoRoute(answer, 405, 'method-not-allowed')
  const documented = operation.responses[answer.status]
  if (!documented) return ['the status is not documented']
  const pointer = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)]
  return [...headerDifferences(documented, pointer, answer), ...bodyDifferences(documented, pointer, answer)]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const ofNoRoute = ({ status, body }: Answer, expected: number, code: string): string[] =>
  status === expected && isObject(body) && body.code === code
    ? invalid(['components', 'schemas', 'Problem'], body)
    : [`there is no such operation, so it has to be ${expected} ${code}`]

function headerDifferences({ headers = {} }: Documented, pointer: string[], answer: Answer): string[] {
  return Object.entries(headers).flatMap(([name, { required }]) => {
    const value = answer.headers.get(name)
    if (value !== null) return invalid([...pointer, 'headers', name, 'schema'], value)
    // The platform answers an unreadable body, before our code runs.
    return required && !isByPlatform(answer) ? [`the header ${name} is missing`] : []
  })
}

const isByPlatform = ({ status, headers }: Answer): boolean =>
  status === 400 && typeOf(headers) === 'text/html'

const typeOf = (headers: Headers): string => headers.get('content-type')?.split(';')[0]?.trim() ?? ''

function bodyDifferences({ content }: Documented, pointer: string[], answer: Answer): string[] {
  if (!content) return answer.text === '' ? [] : ['a body is not documented']
  const given = typeOf(answer.headers)
  const type = [given, '*/*'].find(name => name in content)
  if (type === undefined) return [`the media type ${given || '(none)'} is not documented`]
  const value = given.endsWith('json') ? answer.body : answer.text
  return invalid([...pointer, 'content', type, 'schema'], value)
}

/** Where a value breaks the document's schema at that place. */
function invalid(pointer: string[], value: unknown): string[] {
  const fragment = pointer.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validate = ajv.getSchema(`api#/${fragment.join('/')}`)
  if (!validate) throw new Error(`the document has nothing at ${pointer.join(' > ')}`)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  )
}
