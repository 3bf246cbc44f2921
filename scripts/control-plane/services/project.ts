import { Refusal, type Service } from '../service.ts'

const allowed = (permissions: unknown) => ({ permissions: permissions ?? [] })

/** What a project is, who may do what in it, and which APIs are on. */
export const project: Service[] = [
  {
    host: 'cloudresourcemanager.googleapis.com',
    alwaysOn: true,
    routes: [
      ['GET', '/v1/projects/{project}', ({ cloud }) => aProject(cloud)],
      ['POST', '/v1/projects/{project}:testIamPermissions', ({ body }) => allowed(body.permissions)],
      [
        'POST',
        '/v1/projects/{project}:getIamPolicy',
        ({ cloud }) => cloud.find(policyName) ?? { bindings: [] },
      ],
      [
        'POST',
        '/v1/projects/{project}:setIamPolicy',
        ({ cloud, body }) => cloud.put(policyName, { ...aPolicy(body) }),
      ],
    ],
  },
  {
    host: 'firebase.googleapis.com',
    alwaysOn: true,
    routes: [
      ['GET', '/v1beta1/projects/{project}', ({ cloud }) => aProject(cloud)],
      [
        'GET',
        '/v1beta1/projects/{project}/adminSdkConfig',
        ({ cloud: { projectId } }) => ({ projectId, storageBucket: `${projectId}.firebasestorage.app` }),
      ],
      ['GET', '/v1beta1/projects/{project}/webApps', ({ cloud }) => ({ apps: cloud.list(`${webApps}/`) })],
      [
        'POST',
        '/v1beta1/projects/{project}/webApps',
        ({ cloud, body }) => {
          const appId = `1:${cloud.projectNumber}:web:${cloud.nextId()}`
          const name = `projects/${cloud.projectId}/webApps/${appId}`
          const app = cloud.put(`${webApps}/${appId}`, { name, appId, projectId: cloud.projectId, ...body })
          return { name: 'operations/web-app', done: true, response: app }
        },
      ],
      [
        'GET',
        '/v1beta1/operations/{id}',
        ({ cloud }) => ({ done: true, response: cloud.list(`${webApps}/`).at(-1) ?? {} }),
      ],
    ],
  },
  {
    host: 'serviceusage.googleapis.com',
    alwaysOn: true,
    routes: [
      [
        'GET',
        '/v1/projects/{project}/services/{api}',
        ({ cloud, params: { api = '' } }) => ({
          name: `projects/${cloud.projectNumber}/services/${api}`,
          state: cloud.enabledApis.has(api) ? 'ENABLED' : 'DISABLED',
        }),
      ],
      [
        'POST',
        '/v1/projects/{project}/services/{api}:enable',
        ({ cloud, params: { api = '' } }) => {
          if (!api.endsWith('.googleapis.com')) throw new Refusal(404, 'NOT_FOUND', `No API ${api}.`)
          cloud.enabledApis.add(api)
          return { name: `operations/enable-${api}`, done: true, response: {} }
        },
      ],
      [
        'POST',
        '/v1/projects/{project}/services:batchEnable',
        ({ cloud, body: { serviceIds } }) => {
          for (const api of Array.isArray(serviceIds) ? serviceIds : []) cloud.enabledApis.add(String(api))
          return { name: 'operations/enable', done: true, response: {} }
        },
      ],
      [
        'POST',
        '/v1beta1/projects/{project}/services/{api}:generateServiceIdentity',
        () => ({ name: 'operations/identity', done: true, response: {} }),
      ],
    ],
  },
  {
    host: 'cloudbilling.googleapis.com',
    routes: [
      [
        'GET',
        '/v1/projects/{project}/billingInfo',
        ({ cloud: { projectId } }) => ({ projectId, billingEnabled: true }),
      ],
    ],
  },
  {
    host: 'firebaseextensions.googleapis.com',
    routes: [['GET', '/v1beta/projects/{project}/instances', () => ({ instances: [] })]],
  },
  {
    host: 'compute.googleapis.com',
    alwaysOn: true,
    routes: [
      [
        'GET',
        '/compute/v1/projects/{project}',
        ({ cloud }) => ({
          name: cloud.projectId,
          defaultServiceAccount: `${cloud.projectNumber}-compute@developer.gserviceaccount.com`,
        }),
      ],
    ],
  },
]

const policyName = '//cloudresourcemanager.googleapis.com/policy'
const webApps = '//firebase.googleapis.com/webApps'

const aPolicy = ({ policy }: { policy?: unknown }): object =>
  typeof policy === 'object' && policy ? policy : {}

const aProject = ({ projectId, projectNumber }: { projectId: string; projectNumber: string }) => ({
  projectId,
  projectNumber,
  displayName: projectId,
  name: `projects/${projectId}`,
  state: 'ACTIVE',
  lifecycleState: 'ACTIVE',
  resources: { hostingSite: projectId },
})
