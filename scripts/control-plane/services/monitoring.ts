import { type Call, type Json, Refusal, type Service, type Services } from '../service.ts'

const logging = 'logging.googleapis.com'
const monitoring = 'monitoring.googleapis.com'

/** What a new resource gets beside what was sent. */
type Make = (call: Call, body: Json) => Json

const named =
  (collection: string, more: Json = {}): Make =>
  ({ cloud }, body) => ({
    ...body,
    ...more,
    name: `projects/${cloud.projectId}/${collection}/${cloud.nextId()}`,
  })

/** A collection whose resources have the name that the API gives them. */
function collection(host: string, version: string, name: string, make: Make): Service {
  const parent = `/${version}/projects/{project}/${name}`
  const prefix = (call: Call) => `//${host}/projects/${call.cloud.projectId}/${name}/`
  const one = (call: Call) => prefix(call) + call.params.id
  return {
    [`GET ${parent}`]: call => ({ [name]: call.cloud.list(prefix(call)) }),
    [`POST ${parent}`](call) {
      const made = make(call, call.body)
      return call.cloud.put(prefix(call) + String(made.name).split('/').at(-1), made)
    },
    [`PATCH ${parent}/{id}`]: call => changed(call, one(call)),
    [`PUT ${parent}/{id}`]: call => changed(call, one(call)),
    [`DELETE ${parent}/{id}`]: call => call.cloud.remove(one(call)) && {},
  }
}

/** Whoever does not know the newest etag changes nothing. */
function changed({ cloud, body }: Call, name: string): Json {
  const there = cloud.get(name)
  if (there.etag !== undefined && body.etag !== there.etag)
    throw new Refusal(409, 'ABORTED', 'The etag is not that of the resource.')
  return cloud.put(name, { ...there, ...body, ...(there.etag !== undefined && { etag: cloud.nextId() }) })
}

/** Metrics that are read from logs; alerts, whom they tell, and dashboards. */
export const observability: Services = {
  [logging]: collection(logging, 'v2', 'metrics', (_, body) => ({ ...body, version: 'V2' })),
  [monitoring]: {
    ...collection(monitoring, 'v3', 'alertPolicies', named('alertPolicies', { enabled: true })),
    ...collection(monitoring, 'v3', 'notificationChannels', named('notificationChannels')),
    ...collection(monitoring, 'v1', 'dashboards', (call, body) =>
      named('dashboards', { etag: call.cloud.nextId() })(call, body),
    ),
  },
}
