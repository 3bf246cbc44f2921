import { z } from 'zod'
import { recordOf } from '../../functions/src/lib/record-of.ts'
import { host, type Ports } from './ports.ts'

const rule = z.looseObject({ headers: z.array(z.object({ key: z.string(), value: z.string() })) })
/** The parts of the root firebase.json that differ in the local stack; everything else in it is kept as it is. */
const firebaseJson = z.looseObject({
  functions: z.array(z.looseObject({})),
  hosting: z.looseObject({ headers: z.array(rule) }),
})

/** A port for each, so that the emulators choose none themselves. */
const emulators = [
  'auth',
  'eventarc',
  'firestore',
  'functions',
  'hosting',
  'hub',
  'logging',
  'tasks',
] as const

/**
 * The firebase.json of one running stack. Its paths are relative to the staging folder, which holds `functions`,
 * `public`, and rules and indexes under their own names.
 */
export function deriveFirebaseConfig(root: unknown, ports: Ports, singleProjectMode = true) {
  const { functions, hosting, ...rest } = firebaseJson.parse(root)
  // The pages may also talk to this stack's emulators and sandbox.
  const origins = [ports.auth, ports.firestore, ports.sandbox].map(port => `http://${host}:${port}`).join(' ')
  const headers = hosting.headers.map(one => ({
    ...one,
    headers: one.headers.map(({ key, value }) => ({
      key,
      value: value.replace(/(connect-src|frame-src)/g, `$1 ${origins}`),
    })),
  }))
  const at = recordOf(emulators, name => ({ host, port: ports[name] }))
  return {
    ...rest,
    functions: functions.map(entry => ({ ...entry, source: 'functions' })),
    hosting: { ...hosting, public: 'public', headers },
    emulators: {
      ...at,
      firestore: { ...at.firestore, websocketPort: ports.websocket },
      ui: { enabled: false },
      singleProjectMode,
    },
  }
}
