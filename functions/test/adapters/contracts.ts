import { existsSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'

const folder = new URL('../../../../shared/contracts/', import.meta.url)

export const hasContracts = existsSync(folder)
/** For the name of a suite that needs the vendors' descriptions. */
export const unlessAbsent = hasContracts ? '' : ' (skipped: ../shared/contracts is not there)'

interface Contract {
  validate: ValidateFunction
  /** The keys that the vendor's schema names. */
  keys: string[]
}

/** A schema inside one of the vendors' descriptions, `pointer` being a list of keys. */
export function contract(file: string, pointer: string[]): Contract {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const document = file.endsWith('.json') ? JSON.parse(text) : parse(text)
  const found = pointer.reduce((value, key) => value[key], document)
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'vendor')
  const path = pointer.map(key => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  return {
    validate: ajv.compile({ $ref: `vendor#/${path.join('/')}` }),
    keys: Object.keys(found.properties ?? {}),
  }
}
