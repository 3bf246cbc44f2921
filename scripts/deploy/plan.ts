import { params } from '../../functions/src/config.ts'
import type { Present } from './present.ts'
import { sizeNames, type Wanted } from './wanted.ts'

/** The changes of a deployment, and what blocks it. */
export interface Plan {
  readonly created: readonly string[]
  readonly updated: readonly { name: string; why: readonly string[] }[]
  readonly unchanged: readonly string[]
  /** Functions, indexes and field settings in the project that this checkout no longer has. */
  readonly removed: readonly string[]
  readonly parameters: readonly string[]
  /** Declared but in no dotenv file. */
  readonly missingParameters: readonly string[]
  /** Declared, and empty although an empty value is nobody's choice. */
  readonly unchosen: readonly string[]
  readonly missingSecrets: readonly string[]
  readonly missingApis: readonly string[]
  readonly database: 'there' | 'created' | { readonly elsewhere: string }
  readonly rules: 'unchanged' | 'changed' | 'new'
  readonly newIndexes: readonly string[]
  readonly newFields: readonly string[]
}

/** Parameters whose value a company must choose itself. */
export const chosen: ReadonlySet<string> = new Set(['ALLOWED_COUNTRIES', 'CHAT_JOIN_POLICY'])

export function planOf(wanted: Wanted, present: Present): Plan {
  const names = [...wanted.functions.keys()].sort()
  const created = names.filter(name => !present.functions.has(name))
  const known = names.filter(name => present.functions.has(name))
  const updated = known.flatMap(name => {
    const why = differences(wanted, present, name)
    return why.length > 0 ? [{ name, why }] : []
  })
  const changing = new Set(updated.map(({ name }) => name))
  return {
    created,
    updated,
    unchanged: known.filter(name => !changing.has(name)),
    removed: [
      ...minus(present.functions.keys(), wanted.functions.keys()).map(name => `function ${name}`),
      ...minus(present.indexes, wanted.indexes).map(index => `index ${index}`),
      ...minus(present.fields, wanted.fields).map(field => `setting of the field ${field}`),
    ],
    parameters: changedParameters(wanted, present),
    missingParameters: wanted.parameters.filter(name => !(name in wanted.environment)),
    unchosen: wanted.parameters.filter(name => isUnchosen(name, wanted.environment)),
    missingSecrets: wanted.secrets.filter(name => !(name in present.secrets)),
    missingApis: present.missingApis,
    database: databaseOf(wanted, present),
    rules: present.rules === undefined ? 'new' : present.rules === wanted.rules ? 'unchanged' : 'changed',
    newIndexes: minus(wanted.indexes, present.indexes),
    newFields: minus(wanted.fields, present.fields),
  }
}

/** Caps on what members and users send; the defaults are for the dearest price that docs/threat-model.md names. */
const byPrice: Readonly<Record<string, { options: { default?: unknown } }>> = {
  MAX_SENDS_PER_USER_PER_DAY: params.maxSendsPerUserPerDay,
  MAX_SENDS_BY_MEMBERS_PER_DAY: params.maxSendsByMembersPerDay,
}

function isUnchosen(name: string, environment: Wanted['environment']): boolean {
  if (chosen.has(name)) return environment[name] === ''
  const usual = byPrice[name]?.options.default
  return usual !== undefined && environment.ALLOWED_COUNTRIES === '*' && Number(environment[name]) === usual
}

const minus = (all: Iterable<string>, others: Iterable<string>): string[] => {
  const known = new Set(others)
  return [...all].filter(one => !known.has(one)).sort()
}

function databaseOf(wanted: Wanted, { location }: Present): Plan['database'] {
  if (location === undefined) return 'created'
  return location === wanted.location ? 'there' : { elsewhere: location }
}

function differences(wanted: Wanted, present: Present, name: string): string[] {
  const ours = wanted.functions.get(name)
  const theirs = present.functions.get(name)
  if (!ours || !theirs) return []
  const sizes = sizeNames.flatMap(key =>
    ours.size[key] === theirs.size[key] ? [] : [`${key} ${theirs.size[key]} → ${ours.size[key]}`],
  )
  const secrets = [...new Set([...ours.secrets, ...Object.keys(theirs.secrets)])].flatMap(secret => {
    const [before, after] = [theirs.secrets[secret], ours.secrets.includes(secret) && present.secrets[secret]]
    return before === (after || undefined)
      ? []
      : [`secret ${secret} ${before ?? 'none'} → ${after || 'none'}`]
  })
  const said = [...sizes, ...secrets]
  if (said.length > 0) return said
  const same = theirs.fingerprint === wanted.fingerprint(name, present.sdkConfig, present.secrets)
  return same ? [] : ['code or parameters']
}

/** Parameters whose deployed values differ from the dotenv files. */
function changedParameters(wanted: Wanted, present: Present): string[] {
  const [any] = present.functions.values()
  if (!any) return []
  return wanted.parameters.flatMap(name => {
    const [before, after] = [any.environment[name], wanted.environment[name]]
    return before === after || after === undefined ? [] : [`${name} ${before ?? '(new)'} → ${after}`]
  })
}
