import type { Services } from '../service.ts'

const scheduler = 'cloudscheduler.googleapis.com'
const tasks = 'cloudtasks.googleapis.com'
const jobs = '/v1/projects/{project}/locations/{location}/jobs'

/** What calls functions by the clock, and queues of tasks, of which there are none today. */
export const schedules: Services = {
  [scheduler]: {
    [`GET ${jobs}`]: ({ cloud }) => ({ jobs: cloud.list(`//${scheduler}/jobs/`) }),
    [`POST ${jobs}`]: ({ cloud, body }) =>
      cloud.put(job(String(body.name).split('/').at(-1)), { ...body, state: 'ENABLED' }),
    [`GET ${jobs}/{id}`]: ({ cloud, params: { id } }) => cloud.get(job(id)),
    [`PATCH ${jobs}/{id}`]: ({ cloud, body, params: { id } }) =>
      cloud.put(job(id), { ...cloud.get(job(id)), ...body }),
    [`DELETE ${jobs}/{id}`]: ({ cloud, params: { id } }) => cloud.remove(job(id)) && {},
  },
  [tasks]: {
    'GET /v2/projects/{project}/locations/{location}/queues': ({ cloud }) => ({
      queues: cloud.list(`//${tasks}/queues/`),
    }),
  },
}

const job = (id = ''): string => `//${scheduler}/jobs/${id}`
