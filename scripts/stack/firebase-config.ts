import { host, type Ports } from './ports.ts'

type Json = Record<string, unknown>

/** The parts of the root firebase.json that the local stack needs; everything else in it is kept as it is. */
export type FirebaseConfig = Json & {
  functions?: unknown
  hosting?: unknown
  firestore?: unknown
  emulators?: Json
}

/**
 * The firebase.json of one running stack. Its paths are relative to the staging folder, which holds `functions`,
 * `public` and, where the project has them, the rules and indexes under their own names.
 */
export function deriveFirebaseConfig(root: FirebaseConfig, ports: Ports): FirebaseConfig {
  const at = (port: number) => ({ host, port })
  return {
    ...root,
    functions: asList(root.functions).map(entry => ({
      ...omit(entry, 'predeploy', 'ignore'),
      source: 'functions',
    })),
    hosting: hostingFor(asList(root.hosting)[0] ?? {}, ports),
    emulators: {
      singleProjectMode: true,
      ui: { enabled: false },
      hub: at(ports.hub),
      logging: at(ports.logging),
      eventarc: at(ports.eventarc),
      tasks: at(ports.tasks),
      functions: at(ports.functions),
      firestore: { ...at(ports.firestore), websocketPort: ports.websocket },
      auth: at(ports.auth),
      hosting: at(ports.hosting),
    },
  }
}

/** The pages may also talk to this stack's emulators and sandbox. */
function hostingFor(hosting: Json, ports: Ports): Json {
  const origins = [ports.auth, ports.firestore, ports.sandbox].map(port => `http://${host}:${port}`).join(' ')
  const headers = asList(hosting.headers).map(rule => ({
    ...rule,
    headers: asList(rule.headers).map(({ key, value }) => ({
      key,
      value: key === 'Content-Security-Policy' ? withOrigins(String(value), origins) : value,
    })),
  }))
  const rest = omit(hosting, 'predeploy', 'ignore')
  return { ...rest, public: 'public', ...(headers.length > 0 && { headers }) }
}

const withOrigins = (policy: string, origins: string): string =>
  policy.replace(/(connect-src|frame-src)/g, `$1 ${origins}`)

function asList(value: unknown): Json[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject)
}

function omit(value: Json, ...keys: string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
