import { z } from 'zod'
import type { Accounts } from '../../functions/src/lib/ops/grant.ts'
import { google } from '../deploy/google.ts'
import { StackError } from '../stack/errors.ts'
import { defaultPorts, host as localHost } from '../stack/ports.ts'

const host = 'identitytoolkit.googleapis.com'

const claims = z.record(z.string(), z.unknown())
const reply = z.object({
  users: z
    .array(
      z.object({
        localId: z.string(),
        email: z.string().optional(),
        emailVerified: z.boolean().default(false),
        disabled: z.boolean().default(false),
        /** Seconds since 1970. */
        validSince: z.coerce.number().default(0),
        providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
        /** JSON. */
        customAttributes: z.string().default('{}'),
      }),
    )
    .default([]),
})

type Post = (path: string, body: object) => Promise<unknown>

/** The users of a project, or of the local system. */
export async function accountsOf(project: string, isLocal: boolean): Promise<Accounts> {
  const post = isLocal ? emulated : await deployed(project)
  const accounts = `/v1/projects/${project}/accounts`
  return {
    async find(name) {
      const asked = 'uid' in name ? { localId: [name.uid] } : { email: [name.email] }
      const { users } = reply.parse(await post(`${accounts}:lookup`, asked))
      return users.map(
        ({ localId, email, emailVerified, disabled, validSince, providerUserInfo, customAttributes }) => ({
          uid: localId,
          email,
          isVerified: emailVerified,
          isDisabled: disabled,
          validSince: validSince * 1000,
          providers: providerUserInfo.map(({ providerId }) => providerId),
          claims: claims.parse(JSON.parse(customAttributes)),
        }),
      )
    },
    async setClaims(uid, claims) {
      await post(`${accounts}:update`, { localId: uid, customAttributes: JSON.stringify(claims) })
    },
  }
}

async function deployed(project: string): Promise<Post> {
  const cloud = await google(project)
  return (path, body) => cloud.post(host, path, body)
}

const emulated: Post = async (path, body) => {
  const origin = process.env.FIREBASE_AUTH_EMULATOR_HOST ?? `${localHost}:${defaultPorts.auth}`
  const response = await fetch(`http://${origin}/${host}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (response?.ok) return response.json()
  const said = response ? `answers ${response.status}` : 'does not answer'
  throw new StackError(`The Auth emulator at ${origin} ${said}.`, 'Run npm start, or name a project.')
}
