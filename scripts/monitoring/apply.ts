import * as z from 'zod'
import { ApiError, type GoogleApi, type Json } from '../google/api.ts'
import { ours } from './files.ts'

/** One kind of resource: where the API keeps it, and how ours are known. */
interface Kind {
  what: string
  api: 'logging' | 'monitoring'
  version: 'v1' | 'v2' | 'v3'
  /** The last word of their path; also the field in which a list stands. */
  collection: string
  /** Undefined for what is not ours. */
  keyOf(one: Json): string | undefined
  /** The method of an update. */
  update: 'PUT' | 'PATCH'
  /** Fields of what is there that an update must name. */
  named?: readonly string[]
}

const labels = z.record(z.string(), z.string()).default({})
const resource = z.looseObject({ name: z.string().default(''), userLabels: labels, labels })
const list = z.array(z.record(z.string(), z.unknown())).default([])

export const metricKind: Kind = {
  ...{ what: 'metric', api: 'logging', version: 'v2', collection: 'metrics', update: 'PUT' },
  keyOf: one =>
    String(one.description ?? '').includes(`(${ours.managed_by} `) ? resource.parse(one).name : undefined,
}

export const policyKind: Kind = {
  ...{ what: 'alert policy', api: 'monitoring', version: 'v3', collection: 'alertPolicies', update: 'PATCH' },
  keyOf(policy) {
    const { userLabels } = resource.parse(policy)
    return userLabels.managed_by === ours.managed_by ? userLabels.alert : undefined
  },
}

export const dashboardKind: Kind = {
  ...{ what: 'dashboard', api: 'monitoring', version: 'v1', collection: 'dashboards', update: 'PATCH' },
  keyOf: one =>
    resource.parse(one).labels.managed_by === ours.managed_by ? String(one.displayName) : undefined,
  // The API refuses updates without the etag.
  named: ['name', 'etag'],
}

/** Whether everything wanted is present; fields added by the API do not count. */
export function holds(there: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(there) &&
      there.length === wanted.length &&
      wanted.every((one, index) => holds(there[index], one))
    )
  if (typeof wanted !== 'object' || wanted === null) return there === wanted
  return (
    typeof there === 'object' &&
    there !== null &&
    Object.entries(wanted).every(
      ([key, value]) => holds(Reflect.get(there, key), value) || isNothing(there, key, value),
    )
  )
}

/** The API omits empty and zero values. */
const isNothing = (there: object, key: string, value: unknown): boolean =>
  Reflect.get(there, key) === undefined &&
  (value === 0 ||
    value === '' ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0))

export type Step = {
  does: 'create' | 'change' | 'delete'
  what: string
  key: string
  run(): Promise<unknown>
}

/** What has to be done so that there is what is wanted, and nothing else of ours. */
export async function steps(
  api: GoogleApi,
  project: string,
  kind: Kind,
  wanted: readonly Json[],
): Promise<Step[]> {
  const { what, collection, version, keyOf } = kind
  const parent = `/${version}/projects/${project}/${collection}`
  /** The name of a metric is its own, that of the others their whole path. */
  const placeOf = ({ name }: Json) => (kind === metricKind ? `${parent}/${name}` : `/${version}/${name}`)
  const listed = await api(kind.api, 'GET', `${parent}?pageSize=1000`)
  const there = byKey(list.parse(listed[collection]), keyOf)
  const changes = [...byKey(wanted, keyOf)].flatMap(([key, one]): Step[] => {
    const old = there.get(key)
    if (!old) return [{ what, key, does: 'create', run: () => api(kind.api, 'POST', parent, one) }]
    const named = Object.fromEntries((kind.named ?? []).map(field => [field, old[field]]))
    const run = () => api(kind.api, kind.update, placeOf(old), { ...one, ...named })
    return holds(old, one) ? [] : [{ what, key, does: 'change', run }]
  })
  const keys = new Set(wanted.map(keyOf))
  const removals = [...there].flatMap(([key, old]): Step[] =>
    keys.has(key) ? [] : [{ what, key, does: 'delete', run: () => api(kind.api, 'DELETE', placeOf(old)) }],
  )
  return [...changes, ...removals]
}

/** Only those with our key; others are not ours. */
const byKey = (all: readonly Json[], keyOf: Kind['keyOf']): Map<string, Json> =>
  new Map(
    all.flatMap(one => {
      const key = keyOf(one)
      return key === undefined ? [] : [[key, one] as const]
    }),
  )

const settling = { tries: 12, waitMs: 10_000 }

/** A policy is refused with 404 until a new metric has propagated. */
export async function untilKnown(
  run: () => Promise<unknown>,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  for (let left = settling.tries; ; left -= 1) {
    try {
      await run()
      return
    } catch (error) {
      if (left <= 1 || !(error instanceof ApiError) || error.status !== 404) throw error
      await sleep(settling.waitMs)
    }
  }
}
