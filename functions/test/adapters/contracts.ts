import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { inject } from 'vitest'
import { parse } from 'yaml'
import type {} from '../../../scripts/contracts/provide.ts'

const contracts = inject('contracts')

export const hasContracts = 'folder' in contracts
/** Suffix for the name of a suite that needs the vendors' descriptions. */
export const unlessAbsent = 'reason' in contracts ? ` (skipped: ${contracts.reason})` : ''

/** Descriptions of megabytes, each read once by a process. */
const vendors = new Map<string, ReturnType<typeof vendorOf>>()

function vendorOf(file: string) {
  if (!('folder' in contracts)) throw new Error(contracts.reason)
  const text = readFileSync(join(contracts.folder, file), 'utf8')
  const document = file.endsWith('.json') ? JSON.parse(text) : parse(text)
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, 'vendor')
  return { document, ajv }
}

/** A schema in a description, at the keys of `pointer`: the errors in a body, and the names of its properties. */
export function contract(file: string, pointer: string[]) {
  const vendor = vendors.get(file) ?? vendorOf(file)
  vendors.set(file, vendor)
  const found = pointer.reduce((value, key) => value[key], vendor.document)
  const path = pointer.map(key => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validate = vendor.ajv.compile({ $ref: `vendor#/${path.join('/')}` })
  return {
    errorsIn: (body: unknown) => (validate(body) ? [] : validate.errors),
    keys: Object.keys(found.properties ?? {}),
  }
}

/** The schema of the body that is posted to a path. */
export const bodyContract = (file: string, path: string, type = 'application/json') =>
  contract(file, ['paths', path, 'post', 'requestBody', 'content', type, 'schema'])
