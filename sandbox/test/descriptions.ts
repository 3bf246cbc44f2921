/** The vendors' own API descriptions, as compiled validators. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { inject } from 'vitest'
import { parse } from 'yaml'
import type {} from '../../scripts/contracts/provide.ts'
import { asList, asObject, type JsonObject } from '../src/core/values.ts'

const contracts = inject('contracts')

export const descriptionsPresent = 'folder' in contracts
export const whyAbsent = 'reason' in contracts ? ` (skipped: ${contracts.reason})` : ''

const files = {
  twilio: 'twilio_api_v2010.json',
  sendgrid: 'sendgrid_mail_v3.json',
  algolia: 'algolia_search.yml',
} as const
export type Described = keyof typeof files

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
const documents = new Map<Described, JsonObject>()

const refName = (ref: unknown): readonly string[] => {
  const target = asObject(ref).$ref
  return typeof target === 'string' ? [target.split('/').at(-1) ?? ''] : []
}

/**
 * Algolia closes each member of an `allOf` to further properties, so that no reply could ever pass: the members forbid
 * each other's. Here only the whole is closed, as the description means.
 */
function openMembers(document: JsonObject): JsonObject {
  const components = asObject(document.components)
  const schemas = Object.entries(asObject(components.schemas))
  const members = new Set(schemas.flatMap(([, schema]) => asList(asObject(schema).allOf).flatMap(refName)))
  const opened = schemas.map(([name, schema]) => {
    const { additionalProperties: _closed, ...rest } = asObject(schema)
    return [name, members.has(name) ? rest : schema]
  })
  return { ...document, components: { ...components, schemas: Object.fromEntries(opened) } }
}

function load(vendor: Described): JsonObject {
  const previous = documents.get(vendor)
  if (previous) return previous
  if (!('folder' in contracts)) throw new Error(contracts.reason)
  const text = readFileSync(path.join(contracts.folder, files[vendor]), 'utf8')
  const document = openMembers(asObject(text.startsWith('{') ? JSON.parse(text) : parse(text)))
  documents.set(vendor, document)
  ajv.addSchema({ ...document, $id: vendor })
  return document
}

const encode = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
const pointer = (parts: readonly string[]): string => `#/${parts.map(encode).join('/')}`

const at = (document: unknown, parts: readonly string[]): unknown =>
  parts.reduce<unknown>((value, part) => asObject(value)[part], document)

function compile(vendor: Described, parts: readonly string[]): ValidateFunction {
  if (at(load(vendor), parts) === undefined)
    throw new Error(`${vendor} describes nothing at ${pointer(parts)}`)
  return ajv.compile({ $ref: `${vendor}${pointer(parts)}` })
}

const jsonContent = ['content', 'application/json', 'schema']

/** A response may stand in the path or be shared under `components`. */
function responseParts(vendor: Described, path: string, method: string, status: number): readonly string[] {
  const parts = ['paths', path, method, 'responses', String(status)]
  const shared = asObject(at(load(vendor), parts)).$ref
  return typeof shared === 'string' ? shared.slice(2).split('/') : parts
}

export interface Operation {
  readonly vendor: Described
  readonly path: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
}

function problemsOf(validate: ValidateFunction, value: unknown): readonly string[] {
  return validate(value) ? [] : (validate.errors ?? []).map(one => `${one.instancePath} ${one.message}`)
}

/** A reply's mistakes according to the vendor; empty when there are none. */
export function replyProblems(operation: Operation, status: number, body: unknown): readonly string[] {
  const { vendor, path, method } = operation
  return problemsOf(compile(vendor, [...responseParts(vendor, path, method, status), ...jsonContent]), body)
}

export const schemaProblems = (vendor: Described, name: string, value: unknown): readonly string[] =>
  problemsOf(compile(vendor, ['components', 'schemas', name]), value)
