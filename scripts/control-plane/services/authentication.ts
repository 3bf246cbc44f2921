import { notFound, type Service } from '../service.ts'

const host = 'identitytoolkit.googleapis.com'
const users = `//${host}/users/`

/** Who can sign in, and the claims of each. */
export const authentication: Service[] = [
  {
    host,
    routes: [
      [
        'POST',
        '/v1/projects/{project}/accounts:lookup',
        ({ cloud, body: { email = [], localId = [] } }) => {
          const wanted = [email, localId].flat()
          const found = cloud
            .list(users)
            .filter(user => wanted.includes(user.email) || wanted.includes(user.localId))
          return found.length > 0 ? { users: found } : {}
        },
      ],
      [
        'POST',
        '/v1/projects/{project}/accounts:update',
        ({ cloud, body }) => {
          const known = cloud.find(users + body.localId)
          if (!known) throw notFound('USER')
          return cloud.put(users + body.localId, { ...known, ...body })
        },
      ],
    ],
  },
]
