import * as z from 'zod'
import { ApiError, type GoogleApi, type Json } from '../google/api.ts'
import { ours } from './files.ts'

/** How one kind of resource is listed and changed. */
interface Kind {
  what: string
  /** Our existing ones, by key. */
  list(api: GoogleApi, project: string): Promise<Map<string, Json>>
  keyOf(wanted: Json): string
  create(api: GoogleApi, project: string, wanted: Json): Promise<unknown>
  update(api: GoogleApi, project: string, there: Json, wanted: Json): Promise<unknown>
  remove(api: GoogleApi, project: string, there: Json): Promise<unknown>
}

const named = z.looseObject({ name: z.string() })
const nameOf = (there: Json): string => named.parse(there).name
const labelled = z.looseObject({ userLabels: z.record(z.string(), z.string()).default({}) })
const alertOf = (policy: Json): string | undefined => {
  const { userLabels } = labelled.parse(policy)
  return userLabels.managed_by === ours.managed_by ? userLabels.alert : undefined
}

async function pages(api: () => Promise<Json>, field: string): Promise<Json[]> {
  const list = z.array(z.record(z.string(), z.unknown())).default([])
  return list.parse((await api())[field])
}

/** Only those with our key; others are not ours. */
const byKey = (all: readonly Json[], keyOf: (one: Json) => string | undefined): Map<string, Json> =>
  new Map(
    all.flatMap(one => {
      const key = keyOf(one)
      return key === undefined ? [] : [[key, one] as const]
    }),
  )

const metricsPath = (project: string) => `/v2/projects/${project}/metrics`
export const metricKind: Kind = {
  what: 'metric',
  list: async (api, project) =>
    byKey(
      await pages(() => api('logging', 'GET', `${metricsPath(project)}?pageSize=1000`), 'metrics'),
      one => (String(one.description ?? '').includes(`(${ours.managed_by} `) ? nameOf(one) : undefined),
    ),
  keyOf: nameOf,
  create: (api, project, wanted) => api('logging', 'POST', metricsPath(project), wanted),
  update: (api, project, there, wanted) =>
    api('logging', 'PUT', `${metricsPath(project)}/${nameOf(there)}`, wanted),
  remove: (api, project, there) => api('logging', 'DELETE', `${metricsPath(project)}/${nameOf(there)}`),
}

export const policyKind: Kind = {
  what: 'alert policy',
  list: async (api, project) =>
    byKey(
      await pages(
        () => api('monitoring', 'GET', `/v3/projects/${project}/alertPolicies?pageSize=1000`),
        'alertPolicies',
      ),
      alertOf,
    ),
  keyOf: wanted => alertOf(wanted) ?? '',
  create: (api, project, wanted) =>
    api('monitoring', 'POST', `/v3/projects/${project}/alertPolicies`, wanted),
  update: (api, _project, there, wanted) => api('monitoring', 'PATCH', `/v3/${nameOf(there)}`, wanted),
  remove: (api, _project, there) => api('monitoring', 'DELETE', `/v3/${nameOf(there)}`),
}

const boardLabels = z.looseObject({ labels: z.record(z.string(), z.string()).default({}) })
export const dashboardKind: Kind = {
  what: 'dashboard',
  list: async (api, project) =>
    byKey(
      await pages(
        () => api('monitoring', 'GET', `/v1/projects/${project}/dashboards?pageSize=1000`),
        'dashboards',
      ),
      one =>
        boardLabels.parse(one).labels.managed_by === ours.managed_by ? String(one.displayName) : undefined,
    ),
  keyOf: wanted => String(wanted.displayName),
  create: (api, project, wanted) => api('monitoring', 'POST', `/v1/projects/${project}/dashboards`, wanted),
  // The API refuses updates without the etag.
  update: (api, _project, there, wanted) =>
    api('monitoring', 'PATCH', `/v1/${nameOf(there)}`, { ...wanted, name: there.name, etag: there.etag }),
  remove: (api, _project, there) => api('monitoring', 'DELETE', `/v1/${nameOf(there)}`),
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
  const there = await kind.list(api, project)
  const keys = new Set(wanted.map(kind.keyOf))
  const changes = wanted.flatMap((one): Step[] => {
    const key = kind.keyOf(one)
    const old = there.get(key)
    const of = { what: kind.what, key }
    if (!old) return [{ ...of, does: 'create', run: () => kind.create(api, project, one) }]
    return holds(old, one) ? [] : [{ ...of, does: 'change', run: () => kind.update(api, project, old, one) }]
  })
  const removals = [...there].flatMap(([key, old]): Step[] =>
    keys.has(key)
      ? []
      : [{ what: kind.what, key, does: 'delete', run: () => kind.remove(api, project, old) }],
  )
  return [...changes, ...removals]
}

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
