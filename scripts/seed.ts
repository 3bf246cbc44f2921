import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { getFirestore } from 'firebase-admin/firestore'
import { userStatusOf } from '../functions/src/adapters/firebase-auth/user-status.ts'
import { nextStanding, staffRole } from '../functions/src/lib/roles/user-status.ts'
import { type SeedDocument, writeDocuments } from './seed/talk.ts'
import { password, people, seedDocuments } from './seed-data.ts'

export type SeededUser = { name: string; email: string; uid: string; role: string; password: string }
export type SeedSummary = { users: SeededUser[]; tryIt: { title: string; command: string }[] }

/**
 * Fills the emulators named in `env` with users, properties, requests and conversations to try things with; with `life`
 * also with a week of forty guests.
 */
export async function seed(
  env: Record<string, string>,
  { life = false }: { life?: boolean } = {},
): Promise<SeedSummary> {
  Object.assign(process.env, env)
  const app = initializeApp({ projectId: env.GCLOUD_PROJECT ?? 'demo-channel-chat' }, 'seed')
  try {
    const db = getFirestore(app)
    const standings = await createUsers(getAuth(app))
    await writeDocuments(db, [...seedDocuments(), ...standings])
    if (life) await (await import('./seed/alive.ts')).bringToLife(db)
  } finally {
    await deleteApp(app)
  }
  return { users: people.map(person => ({ ...person, password })), tryIt: requestsToTry(env) }
}

/** Returns the standings of staff: without a standing a user owns no thread. */
async function createUsers(auth: Auth): Promise<SeedDocument[]> {
  const created = people.map(async ({ uid, name, email, role }): Promise<SeedDocument[]> => {
    await auth.createUser({ uid, email, displayName: name, password, emailVerified: true })
    if (role !== '') await auth.setCustomUserClaims(uid, { role })
    const status = userStatusOf(await auth.getUser(uid))
    return staffRole(status) ? [[`standings/${uid}`, { ...nextStanding(status, undefined, new Date()) }]] : []
  })
  return (await Promise.all(created)).flat()
}

function requestsToTry({ API_URL, FIREBASE_AUTH_EMULATOR_HOST, SANDBOX_URL }: Record<string, string>) {
  const signIn = `http://${FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`
  const json = "-H 'Content-Type: application/json'"
  const token = `TOKEN=$(curl -s '${signIn}' ${json} -d '{"email":"olivia@example.com","password":"${password}","returnSecureToken":true}' | sed -n 's/.*"idToken": *"\\([^"]*\\)".*/\\1/p')`
  const post = (path: string, body: object): string =>
    `curl -s -X POST ${API_URL}${path} -H "Authorization: Bearer $TOKEN" ${json} -d '${JSON.stringify(body)}'`
  return [
    {
      title: 'Connect a property (signs in as Olivia first)',
      command: `${token}\n${post('/api/integrations/booking/connect', { propertyId: 'harbour-view-guesthouse', hotelId: '5868189' })}`,
    },
    {
      title: 'Send a guest a chatapp message',
      command: post('/chat/threads/guest-maria/messages', {
        body: 'Your room is ready.',
        type: 'chatapp-message',
      }),
    },
    {
      title: 'See what the provider received',
      command: `curl -s '${SANDBOX_URL}/_sandbox/state?vendor=twilio'`,
    },
  ]
}
