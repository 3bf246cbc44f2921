import type { Cloud } from '../cloud.ts'
import { asJson, Refusal, type Services } from '../service.ts'

const v1 = '/v1/projects/{project}'
const beta = '/v1beta1/projects/{project}'

/** What a project is, who may do what in it, and which APIs are on. */
export const project: Services = {
  'cloudresourcemanager.googleapis.com': {
    [`GET ${v1}`]: ({ cloud }) => aProject(cloud),
    [`POST ${v1}:testIamPermissions`]: ({ body: { permissions = [] } }) => ({ permissions }),
    [`POST ${v1}:getIamPolicy`]: ({ cloud }) => cloud.find(policyName) ?? { bindings: [] },
    [`POST ${v1}:setIamPolicy`]: ({ cloud, body: { policy } }) => cloud.put(policyName, asJson(policy)),
  },
  'firebase.googleapis.com': {
    [`GET ${beta}`]: ({ cloud }) => aProject(cloud),
    [`GET ${beta}/adminSdkConfig`]: ({ cloud: { projectId } }) => ({
      projectId,
      storageBucket: `${projectId}.firebasestorage.app`,
    }),
    [`GET ${beta}/webApps`]: ({ cloud }) => ({ apps: cloud.list(`${webApps}/`) }),
    [`POST ${beta}/webApps`]({ cloud, body }) {
      const appId = `1:${cloud.projectNumber}:web:${cloud.nextId()}`
      const name = `projects/${cloud.projectId}/webApps/${appId}`
      const app = cloud.put(`${webApps}/${appId}`, { name, appId, projectId: cloud.projectId, ...body })
      return { name: 'operations/web-app', done: true, response: app }
    },
    'GET /v1beta1/operations/{id}': ({ cloud }) => ({
      done: true,
      response: cloud.list(`${webApps}/`).at(-1) ?? {},
    }),
  },
  'serviceusage.googleapis.com': {
    [`GET ${v1}/services/{api}`]: ({ cloud, params: { api = '' } }) => ({
      name: `projects/${cloud.projectNumber}/services/${api}`,
      state: cloud.enabledApis.has(api) ? 'ENABLED' : 'DISABLED',
    }),
    [`POST ${v1}/services/{api}:enable`]({ cloud, params: { api = '' } }) {
      if (!api.endsWith('.googleapis.com')) throw new Refusal(404, 'NOT_FOUND', `No API ${api}.`)
      cloud.enabledApis.add(api)
      return { name: `operations/enable-${api}`, done: true, response: {} }
    },
    [`POST ${v1}/services:batchEnable`]({ cloud, body: { serviceIds } }) {
      for (const api of Array.isArray(serviceIds) ? serviceIds : []) cloud.enabledApis.add(String(api))
      return { name: 'operations/enable', done: true, response: {} }
    },
    [`POST ${beta}/services/{api}:generateServiceIdentity`]: () => ({
      ...{ name: 'operations/identity', done: true, response: {} },
    }),
  },
  'cloudbilling.googleapis.com': {
    [`GET ${v1}/billingInfo`]: ({ cloud: { projectId } }) => ({ projectId, billingEnabled: true }),
  },
  'firebaseextensions.googleapis.com': {
    'GET /v1beta/projects/{project}/instances': () => ({ instances: [] }),
  },
  'compute.googleapis.com': {
    'GET /compute/v1/projects/{project}': ({ cloud }) => ({
      name: cloud.projectId,
      defaultServiceAccount: `${cloud.projectNumber}-compute@developer.gserviceaccount.com`,
    }),
  },
}

const policyName = '//cloudresourcemanager.googleapis.com/policy'
const webApps = '//firebase.googleapis.com/webApps'

const aProject = ({ projectId, projectNumber }: Cloud) => ({
  projectId,
  projectNumber,
  displayName: projectId,
  name: `projects/${projectId}`,
  state: 'ACTIVE',
  lifecycleState: 'ACTIVE',
  resources: { hostingSite: projectId },
})
