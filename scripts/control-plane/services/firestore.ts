import { type Cloud, operation } from '../cloud.ts'
import { asJson, Refusal, type Services } from '../service.ts'

const host = 'firestore.googleapis.com'
const rules = 'firebaserules.googleapis.com'
const project = '/v1/projects/{project}'
const database = `${project}/databases/{database}`

/** The database, its indexes and the settings of single fields; and the rules. */
export const firestore: Services = {
  [host]: {
    [`GET ${project}/databases`]: ({ cloud }) => ({ databases: cloud.list(databases(cloud)) }),
    [`POST ${project}/databases`]({ cloud, body, query }) {
      const id = query.get('databaseId') ?? ''
      if (cloud.find(databases(cloud) + id))
        throw new Refusal(409, 'ALREADY_EXISTS', 'Database already exists.')
      const name = `projects/${cloud.projectId}/databases/${id}`
      const made = { ...body, name, databaseEdition: 'STANDARD' }
      return operation(cloud, host, name, { response: cloud.put(databases(cloud) + id, made) })
    },
    [`GET ${database}`]: ({ cloud, params }) => cloud.get(databases(cloud) + params.database),
    [`GET ${database}/collectionGroups/-/indexes`]: ({ cloud }) => ({
      indexes: cloud.list(`//${host}/indexes/`),
    }),
    [`POST ${database}/collectionGroups/{group}/indexes`]({ cloud, body, params }) {
      const parent = `projects/${cloud.projectId}/databases/${params.database}/collectionGroups/${params.group}`
      const id = `index-${cloud.nextId()}`
      cloud.put(`//${host}/indexes/${id}`, {
        ...{ density: 'SPARSE_ALL', apiScope: 'ANY_API', ...body, fields: withName(body.fields) },
        ...{ name: `${parent}/indexes/${id}`, state: 'READY' },
      })
      return operation(cloud, host, parent, { response: {} })
    },
    [`DELETE ${database}/collectionGroups/{group}/indexes/{index}`]: ({ cloud, params: { index } }) =>
      cloud.remove(`//${host}/indexes/${index}`) && {},
    [`GET ${database}/collectionGroups/-/fields`]: ({ cloud }) => ({
      fields: cloud.list(`//${host}/fields/`),
    }),
    [`PATCH ${database}/collectionGroups/{group}/fields/{field}`]({ cloud, body, params, path }) {
      const key = `//${host}/fields/${params.group}.${params.field}`
      const cleared = Object.keys(body).length === 0
      if (cleared) cloud.remove(key)
      else cloud.put(key, { ...cloud.find(key), ...body, name: path.slice('/v1/'.length) })
      return { name: `${path}/operations/1`, done: true }
    },
    'GET /v1/{name=**}': ({ cloud, params: { name } }) => cloud.get(`//${host}/${name}`),
  },
  [rules]: {
    [`POST ${project}:test`]: () => ({ issues: [] }),
    [`GET ${project}/releases`]: ({ cloud }) => ({ releases: cloud.list(`//${rules}/releases/`) }),
    [`GET ${project}/rulesets/{id}`]: ({ cloud, params: { id } }) => cloud.get(`//${rules}/rulesets/${id}`),
    [`POST ${project}/rulesets`]({ cloud, body }) {
      const id = `ruleset-${cloud.nextId()}`
      return cloud.put(`//${rules}/rulesets/${id}`, {
        ...body,
        name: `projects/${cloud.projectId}/rulesets/${id}`,
      })
    },
    [`POST ${project}/releases`]: ({ cloud, body }) => cloud.put(releaseOf(body.name), body),
    [`PATCH ${project}/releases/{name=**}`]: ({ cloud, body: { release }, params: { name } }) =>
      cloud.put(releaseOf(name), { ...cloud.get(releaseOf(name)), ...asJson(release) }),
  },
}

const databases = ({ projectId }: Cloud): string => `//${host}/projects/${projectId}/databases/`

const releaseOf = (name: unknown): string => `//${rules}/releases/${String(name).split('/').at(-1)}`

/** The API ends every index with the name of the document, in the order of the field before it. */
function withName(fields: unknown): unknown[] {
  const given = Array.isArray(fields) ? fields : []
  const order = given.findLast(({ order }) => order)?.order ?? 'ASCENDING'
  const isThere = given.at(-1)?.fieldPath === '__name__'
  return isThere ? given : [...given, { fieldPath: '__name__', order }]
}
