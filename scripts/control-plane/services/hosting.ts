import type { Cloud } from '../cloud.ts'
import { asJson, type Json, Refusal, Reply, type Services } from '../service.ts'

const host = 'firebasehosting.googleapis.com'
const sites = '/v1beta1/projects/{project}/sites'
const site = `${sites}/{site}`

/** Sites, the versions of what they serve, and which version is released. */
export const hosting: Services = {
  [host]: {
    [`GET ${sites}`]: ({ cloud }) => ({ sites: [siteOf(cloud)] }),
    [`GET ${site}`]: ({ cloud }) => siteOf(cloud),
    [`POST ${site}/versions`]({ cloud, body, params }) {
      const id = `version-${cloud.nextId()}`
      return cloud.put(version(id), { ...body, name: `sites/${params.site}/versions/${id}`, files: {} })
    },
    [`PATCH ${site}/versions/{id}`]: ({ cloud, body, params: { id } }) =>
      cloud.put(version(id), { ...cloud.get(version(id)), ...body }),
    'POST /v1beta1/sites/{site}/versions/{id}:populateFiles'({ cloud, body: { files }, params: { id } }) {
      const known = cloud.get(version(id))
      cloud.put(version(id), { ...known, files: { ...asJson(known.files), ...asJson(files) } })
      const hashes = Object.values(asJson(files)).map(String)
      return {
        uploadUrl: `http://upload-firebasehosting.googleapis.com/upload/${id}`,
        uploadRequiredHashes: hashes.filter(hash => !cloud.find(content(hash))),
      }
    },
    [`POST ${site}/channels/{channel}/releases`]({ cloud, query, params: { channel } }) {
      const released = cloud.get(version(query.get('versionName')?.split('/').at(-1)))
      if (released.status !== 'FINALIZED') throw new Refusal(400, 'FAILED_PRECONDITION', 'Not final.')
      return cloud.put(`//${host}/channels/${channel}`, {
        name: `releases/${cloud.nextId()}`,
        version: { ...released },
      })
    },
  },
  'upload-firebasehosting.googleapis.com': {
    'POST /upload/{id}/{hash}'({ cloud, bytes, params: { hash } }) {
      cloud.put(content(hash), { bytes })
      return new Reply(200, '')
    },
  },
}

const version = (id = ''): string => `//${host}/versions/${id}`
const content = (hash = ''): string => `//${host}/content/${hash}`

const siteOf = ({ projectId }: Cloud): Json => ({
  name: `projects/${projectId}/sites/${projectId}`,
  defaultUrl: `https://${projectId}.web.app`,
  type: 'DEFAULT_SITE',
})
