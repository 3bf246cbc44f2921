import * as z from 'zod'
import type { GoogleApi } from '../google/api.ts'
import { ours } from './files.ts'

const channels = z.object({
  notificationChannels: z
    .array(
      z.looseObject({
        name: z.string(),
        type: z.string().optional(),
        labels: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
})

/** The name of the channel that sends e-mails there; undefined where there is none. */
export async function findChannel(
  api: GoogleApi,
  project: string,
  email: string,
): Promise<string | undefined> {
  const path = `/v3/projects/${project}/notificationChannels?pageSize=1000`
  const { notificationChannels } = channels.parse(await api('monitoring', 'GET', path))
  return notificationChannels.find(({ type, labels }) => type === 'email' && labels.email_address === email)
    ?.name
}

export async function createChannel(api: GoogleApi, project: string, email: string): Promise<string> {
  const made = await api('monitoring', 'POST', `/v3/projects/${project}/notificationChannels`, {
    ...{ type: 'email', displayName: email, labels: { email_address: email } },
    userLabels: ours,
  })
  return z.looseObject({ name: z.string() }).parse(made).name
}
