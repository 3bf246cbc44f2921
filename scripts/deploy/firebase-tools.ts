import { createRequire } from 'node:module'
import { z } from 'zod'

// The inside of firebase-tools, where it answers what its commands do not. `firebase-tools` is locked, and the
// rehearsal fails when a new one is different here.
const require = createRequire(import.meta.url)
const inside = (file: string): unknown => require(`firebase-tools/lib/${file}.js`)

export const firebaseCli = require.resolve('firebase-tools/lib/bin/firebase.js')

const callable = z.custom<(...args: unknown[]) => unknown>(value => typeof value === 'function')

const apiv2 = z.object({
  Client: z.custom<
    new (options: {
      urlPrefix: string
    }) => {
      request(options: {
        method: string
        path: string
        body?: unknown
        resolveOnHTTPError: true
        retries: number
      }): Promise<{
        status: number
        body: unknown
      }>
    }
  >(value => typeof value === 'function'),
})

const account = z.object({ selectAccount: callable, setActiveAccount: callable })
const signIn = z.object({ requireAuth: z.custom<(options: object) => Promise<unknown>>() })

/** Signs in as `firebase deploy` does: as who is logged in, or by Google's default credentials. */
export async function signInAsFirebase(project: string): Promise<void> {
  const options = { project }
  const { selectAccount, setActiveAccount } = account.parse(inside('auth'))
  const known = selectAccount()
  if (known) setActiveAccount(options, known)
  await signIn.parse(inside('requireAuth')).requireAuth(options)
}

/** Asks one of Google's APIs as who is signed in. */
export async function askGoogle(
  host: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const client = new (apiv2.parse(inside('apiv2')).Client)({ urlPrefix: originOf(host) })
  return client.request({ method, path, resolveOnHTTPError: true, retries: 2, ...(body ? { body } : {}) })
}

/** The origin that firebase-tools has for a host: the environment may say another one. */
function originOf(host: string): string {
  const origins = z.record(z.string(), z.unknown()).parse(inside('api'))
  for (const [name, origin] of Object.entries(origins)) {
    if (!name.endsWith('Origin')) continue
    const found = z.url().safeParse(callable.parse(origin)())
    if (found.success && new URL(found.data).hostname === host) return found.data
  }
  return `https://${host}`
}

const environment = z.object({
  loadUserEnvs: z.custom<(options: object) => unknown>(),
  parseStrict: z.custom<(text: string) => unknown>(),
})

const values = z.record(z.string(), z.string())

/** The environment that the dotenv files give the functions of a project. Throws for a file that is not understood. */
export const dotenvOf = (functionsDir: string, projectId: string): Record<string, string> =>
  values.parse(
    environment
      .parse(inside('functions/env'))
      .loadUserEnvs({ functionsSource: functionsDir, projectDir: functionsDir, projectId }),
  )

const readdir = z.object({ readdirRecursive: z.custom<(options: object) => Promise<unknown>>() })

/** The files below a folder that a deployment packs. */
export const packedFiles = async (folder: string, ignored: readonly string[]): Promise<string[]> =>
  z
    .array(z.object({ name: z.string() }))
    .parse(await readdir.parse(inside('fsAsync')).readdirRecursive({ path: folder, ignoreStrings: ignored }))
    .map(({ name }) => name)
