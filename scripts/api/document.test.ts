import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { apiDocument } from './document.ts'

const document = JSON.parse(JSON.stringify(apiDocument()))

/** Every media type of the document that has an example: where it stands, and the example. */
function examplesIn(value: unknown, place: string[] = []): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  const own: [string, unknown][] =
    'example' in value && 'schema' in value ? [[place.join('/'), value.example]] : []
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, inner]) =>
      examplesIn(inner, [...place, encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))]),
    ),
  ]
}

describe('the document of the API', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('begins with its purpose and a first call, and ends with the codes of problems', () => {
    const { info, tags } = document
    expect(info.description).toMatch(/^With this API/)
    expect(info.description.indexOf('# The first call')).toBeGreaterThan(0)
    expect(info.description).not.toContain('`validation-failed`')
    expect(tags.at(-1).name).toBe('Problems')
    expect(tags.at(-1).description).toContain('| `validation-failed` | 400 |')
  })

  it('gives each operation its own id', () => {
    const ids = Object.values(document.paths).flatMap(path =>
      Object.values(path as object).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(25)
  })

  const formats = { 'date-time': true, email: true, uri: true, uuid: true, binary: true } as const
  const ajv = new Ajv2020({ strict: false, formats }).addSchema(document, 'api')
  /** Every field of a form is text, so types are coerced. */
  const ajvOfForms = new Ajv2020({ strict: false, formats, coerceTypes: true }).addSchema(document, 'api')
  it.each(examplesIn(document))('has an example that fits at %s', (place, example) => {
    const validate = (place.includes('form-urlencoded') ? ajvOfForms : ajv).getSchema(`api#/${place}/schema`)
    validate?.(example)
    expect(validate?.errors ?? null).toBeNull()
    expect(validate).toBeDefined()
  })
})
