import type { UserStatuses } from '../../functions/src/lib/roles/user-status.ts'
import { google } from '../deploy/google.ts'
import { defaultPorts, host as localHost } from '../stack/ports.ts'

const host = 'firestore.googleapis.com'

/** `standings` of a project, or of the local system, by the same sign-in as its users. */
export async function standingsOf(project: string, isLocal: boolean): Promise<Pick<UserStatuses, 'write'>> {
  const post = isLocal ? emulated : await deployed(project)
  const documents = `projects/${project}/databases/(default)/documents`
  return {
    async write(changes) {
      const writes = [...changes].map(([uid, status]) => {
        const name = `${documents}/standings/${uid}`
        if (!status) return { delete: name }
        const { role, validSince, endedAt } = status
        const fields = {
          ...(role && { role: { stringValue: role } }),
          validSince: { integerValue: String(validSince) },
          ...(endedAt && { endedAt: { timestampValue: endedAt.toISOString() } }),
        }
        return { update: { name, fields } }
      })
      await post(`/v1/${documents}:commit`, { writes })
    },
  }
}

async function deployed(project: string): Promise<(path: string, body: object) => Promise<unknown>> {
  const cloud = await google(project)
  return (path, body) => cloud.post(host, path, body)
}

async function emulated(path: string, body: object): Promise<void> {
  const origin = process.env.FIRESTORE_EMULATOR_HOST ?? `${localHost}:${defaultPorts.firestore}`
  const response = await fetch(`http://${origin}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`the Firestore emulator at ${origin} answers ${response.status}`)
}
