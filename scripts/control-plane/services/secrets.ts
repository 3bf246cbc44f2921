import { asJson, notFound, type Services } from '../service.ts'

const host = 'secretmanager.googleapis.com'
const all = '/v1/projects/{project}/secrets'
const one = `${all}/{secret}`

/** Secrets, their versions and who may read them. */
export const secrets: Services = {
  [host]: {
    [`GET ${all}`]: ({ cloud }) => ({ secrets: cloud.list(`//${host}/secrets/`) }),
    [`POST ${all}`]({ cloud, body, query }) {
      const id = query.get('secretId') ?? ''
      return cloud.put(named(id), { ...body, name: `projects/${cloud.projectNumber}/secrets/${id}` })
    },
    [`GET ${one}`]: ({ cloud, params: { secret } }) => cloud.get(named(secret)),
    [`PATCH ${one}`]({ cloud, body, params: { secret } }) {
      const known = cloud.get(named(secret))
      return cloud.put(named(secret), { ...known, ...body, name: known.name })
    },
    [`POST ${one}:addVersion`]({ cloud, body, params: { secret } }) {
      const { name } = cloud.get(named(secret))
      const id = String(cloud.list(versionsOf(secret)).length + 1)
      return cloud.put(versionsOf(secret) + id, { ...body, name: `${name}/versions/${id}`, state: 'ENABLED' })
    },
    [`GET ${one}/versions`]: ({ cloud, params: { secret } }) => ({
      versions: cloud.list(versionsOf(secret)).toReversed(),
    }),
    [`GET ${one}/versions/{version}`]({ cloud, params: { secret, version } }) {
      const prefix = versionsOf(secret)
      const found = version === 'latest' ? cloud.list(prefix).at(-1) : cloud.find(prefix + version)
      if (!found) throw notFound(`Secret Version [${secret}/versions/${version}]`)
      const { payload: _, ...rest } = found
      return rest
    },
    [`GET ${one}:getIamPolicy`]: ({ cloud, params: { secret } }) =>
      cloud.find(policyOf(secret)) ?? { bindings: [] },
    [`POST ${one}:setIamPolicy`]: ({ cloud, body: { policy }, params: { secret } }) =>
      cloud.put(policyOf(secret), asJson(policy)),
  },
}

const named = (secret = ''): string => `//${host}/secrets/${secret}`
const versionsOf = (secret = ''): string => `//${host}/versions/${secret}/`
const policyOf = (secret = ''): string => `//${host}/policies/${secret}`
