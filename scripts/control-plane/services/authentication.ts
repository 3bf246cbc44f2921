import { notFound, type Services } from '../service.ts'

const users = '//identitytoolkit.googleapis.com/users/'

/** Who can sign in, and the claims of each. */
export const authentication: Services = {
  'identitytoolkit.googleapis.com': {
    'POST /v1/projects/{project}/accounts:lookup'({ cloud, body: { email = [], localId = [] } }) {
      const wanted = [email, localId].flat()
      const found = cloud
        .list(users)
        .filter(user => wanted.includes(user.email) || wanted.includes(user.localId))
      return found.length > 0 ? { users: found } : {}
    },
    'POST /v1/projects/{project}/accounts:update'({ cloud, body }) {
      const known = cloud.find(users + body.localId)
      if (!known) throw notFound('USER')
      return cloud.put(users + body.localId, { ...known, ...body })
    },
  },
}
