import { notFound, type Service } from '../service.ts'

const host = 'secretmanager.googleapis.com'
const secret = '/v1/projects/{project}/secrets/{secret}'

/** Secrets, their versions and who may read them. */
export const secrets: Service[] = [
  {
    host,
    routes: [
      [
        'GET',
        '/v1/projects/{project}/secrets',
        ({ cloud }) => ({ secrets: cloud.list(`//${host}/secrets/`) }),
      ],
      [
        'POST',
        '/v1/projects/{project}/secrets',
        ({ cloud, body, query }) => {
          const id = query.get('secretId') ?? ''
          const name = `projects/${cloud.projectNumber}/secrets/${id}`
          return cloud.put(`//${host}/secrets/${id}`, { ...body, name })
        },
      ],
      ['GET', secret, ({ cloud, params }) => cloud.get(`//${host}/secrets/${params.secret}`)],
      [
        'PATCH',
        secret,
        ({ cloud, body, params }) => {
          const known = cloud.get(`//${host}/secrets/${params.secret}`)
          return cloud.put(`//${host}/secrets/${params.secret}`, { ...known, ...body, name: known.name })
        },
      ],
      [
        'POST',
        `${secret}:addVersion`,
        ({ cloud, body, params }) => {
          const { name } = cloud.get(`//${host}/secrets/${params.secret}`)
          const prefix = `//${host}/versions/${params.secret}/`
          const id = String(cloud.list(prefix).length + 1)
          return cloud.put(prefix + id, { ...body, name: `${name}/versions/${id}`, state: 'ENABLED' })
        },
      ],
      [
        'GET',
        `${secret}/versions`,
        ({ cloud, params }) => ({
          versions: cloud.list(`//${host}/versions/${params.secret}/`).toReversed(),
        }),
      ],
      [
        'GET',
        `${secret}/versions/{version}`,
        ({ cloud, params }) => {
          const prefix = `//${host}/versions/${params.secret}/`
          const found =
            params.version === 'latest' ? cloud.list(prefix).at(-1) : cloud.find(prefix + params.version)
          if (!found) throw notFound(`Secret Version [${params.secret}/versions/${params.version}]`)
          const { payload: _, ...version } = found
          return version
        },
      ],
      [
        'GET',
        `${secret}:getIamPolicy`,
        ({ cloud, params }) => cloud.find(`//${host}/policies/${params.secret}`) ?? { bindings: [] },
      ],
      [
        'POST',
        `${secret}:setIamPolicy`,
        ({ cloud, body: { policy }, params }) =>
          cloud.put(`//${host}/policies/${params.secret}`, typeof policy === 'object' ? { ...policy } : {}),
      ],
    ],
  },
]
