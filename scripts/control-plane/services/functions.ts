import { type Cloud, operation } from '../cloud.ts'
import { asJson, type Call, type Json, Refusal, Reply, type Services } from '../service.ts'

const host = 'cloudfunctions.googleapis.com'
const parent = '/v2/projects/{project}/locations/{location}'
const service = '/v1/projects/{project}/locations/{location}/services/{id}'
const repository = '/v1/projects/{project}/locations/{location}/repositories/{id}'

/** The functions, the Cloud Run services under them, the triggers of events, and where source and images lie. */
export const functions: Services = {
  [host]: {
    [`GET ${parent}/functions`]: ({ cloud }) => ({ functions: cloud.list(functionsOf(cloud)) }),
    [`POST ${parent}/functions`]: create,
    [`GET ${parent}/functions/{id}`]: ({ cloud, params: { id } }) => cloud.get(functionsOf(cloud) + id),
    [`PATCH ${parent}/functions/{id}`]: update,
    [`DELETE ${parent}/functions/{id}`]: remove,
    [`POST ${parent}/functions:generateUploadUrl`]({ cloud, params: { location } }) {
      const bucket = `gcf-v2-uploads-${cloud.projectNumber}.${location}.cloudfunctions.appspot.com`
      const object = `source-${cloud.nextId()}.zip`
      return {
        uploadUrl: `http://storage.googleapis.com/${bucket}/${object}`,
        storageSource: { bucket, object },
      }
    },
    'GET /v2/{name=**}': ({ cloud, params: { name } }) => cloud.get(`//${host}/${name}`),
    'GET /v1/projects/{project}/locations/{location}/functions': () => ({ functions: [] }),
  },
  'run.googleapis.com': {
    [`GET ${service}:getIamPolicy`]: ({ cloud, params: { id } }) =>
      cloud.find(invokersOf(id)) ?? { bindings: [] },
    [`POST ${service}:setIamPolicy`]: ({ cloud, body: { policy }, params: { id } }) =>
      cloud.put(invokersOf(id), asJson(policy)),
  },
  'eventarc.googleapis.com': {},
  'pubsub.googleapis.com': {},
  'cloudbuild.googleapis.com': {},
  'runtimeconfig.googleapis.com': {},
  'storage.googleapis.com': {
    'PUT /{bucket}/{object}'({ cloud, bytes, params: { bucket, object } }) {
      cloud.put(`//storage.googleapis.com/${bucket}/${object}`, { size: bytes.length, bytes })
      return new Reply(200, '', { 'x-goog-generation': '1' })
    },
  },
  'artifactregistry.googleapis.com': {
    [`GET ${repository}`]: ({ cloud, path }) =>
      cloud.find(`//artifactregistry.googleapis.com${path}`) ?? { name: path.slice(4) },
    [`PATCH ${repository}`]: ({ cloud, path, body }) =>
      cloud.put(`//artifactregistry.googleapis.com${path}`, body),
  },
}

const functionsOf = ({ projectId }: Cloud, location = 'europe-west1'): string =>
  `//${host}/projects/${projectId}/locations/${location}/functions/`

const invokersOf = (id = ''): string => `//run.googleapis.com/invokers/${id}`

function create({ cloud, body, query, params: { location } }: Call): Json {
  const id = query.get('functionId') ?? ''
  const name = functionsOf(cloud, location) + id
  if (cloud.find(name)) throw new Refusal(409, 'ALREADY_EXISTS', `${name} already exists.`)
  return settled(cloud, id, location ?? '', body)
}

function update({ cloud, body, params: { id = '', location } }: Call): Json {
  cloud.get(functionsOf(cloud, location) + id)
  return settled(cloud, id, location ?? '', body)
}

function remove({ cloud, params: { id = '', location } }: Call): Json {
  cloud.remove(functionsOf(cloud, location) + id)
  return operation(cloud, host, parentOf(cloud, location), { response: {} })
}

const parentOf = ({ projectId }: Cloud, location = ''): string =>
  `projects/${projectId}/locations/${location}`

/**
 * One function that is larger than the quota is refused; all together are told so when the last is to run: the
 * operation fails.
 */
function settled(cloud: Cloud, id: string, location: string, body: Json): Json {
  const service = `${parentOf(cloud, location)}/services/${id}`
  const uri = `https://${id}-${cloud.projectNumber}.${location}.run.app`
  const made = {
    ...body,
    environment: 'GEN_2',
    state: 'ACTIVE',
    url: `https://${location}-${cloud.projectId}.cloudfunctions.net/${id}`,
    serviceConfig: { ...asJson(body.serviceConfig), service, uri },
  }
  if (cpuOf([made]) > cloud.cpuQuotaOfOne) throw tooManyInstances(id, cloud.cpuQuotaOfOne)
  const wanted = [...cloud.list(functionsOf(cloud, location)).filter(({ name }) => name !== body.name), made]
  const error = cloud.cpuQuota < cpuOf(wanted) ? overQuota(id) : undefined
  const stored = cloud.put(functionsOf(cloud, location) + id, { ...made, ...(error && { state: 'FAILED' }) })
  if (error) return operation(cloud, host, parentOf(cloud, location), { error })
  return operation(cloud, host, parentOf(cloud, location), { response: stored })
}

const tooManyInstances = (id: string, most: number): Refusal =>
  new Refusal(
    400,
    'INVALID_ARGUMENT',
    `Could not create Cloud Run service ${id}. spec.template.spec.containers.resources.limits.cpu: Invalid value specified for cpu. For the specified value, maxScale may not exceed ${most}.`,
  )

const overQuota = (id: string): Json => ({
  code: 8,
  message: `Could not create or update Cloud Run service ${id}. Quota exceeded for total allowable CPU per project per region.`,
})

/** All instances that all functions may have, each with its CPU. */
const cpuOf = (functions: readonly Json[]): number =>
  functions.reduce((sum, { serviceConfig }) => {
    const { availableCpu, maxInstanceCount } = asJson(serviceConfig)
    return sum + Number(availableCpu ?? 1) * Number(maxInstanceCount ?? 100)
  }, 0)
