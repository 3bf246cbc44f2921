import { createRequire } from 'node:module'
import { z } from 'zod'

// Internals of firebase-tools, for what its commands do not offer. Its version is locked, and the rehearsal fails if a
// new one differs here.
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

/** Signs in like `firebase deploy`: as the logged-in user, or with Google's default credentials. */
export async function signInAsFirebase(project: string): Promise<void> {
  const options = { project }
  const { selectAccount, setActiveAccount } = account.parse(inside('auth'))
  const known = selectAccount()
  if (known) setActiveAccount(options, known)
  await signIn.parse(inside('requireAuth')).requireAuth(options)
}

/** Calls one of Google's APIs as the signed-in account. */
export async function askGoogle(
  host: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const client = new (apiv2.parse(inside('apiv2')).Client)({ urlPrefix: originOf(host) })
  return client.request({ method, path, resolveOnHTTPError: true, retries: 2, ...(body ? { body } : {}) })
}

const problem = z.object({
  error: z.object({
    message: z.string(),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

/** What an answer says is wrong, and whether that is an API that is off. */
export function problemIn(body: unknown): { said?: string | undefined; isApiOff: boolean } {
  const { message: said, details = [] } = problem.safeParse(body).data?.error ?? {}
  return { said, isApiOff: details.some(({ reason }) => reason === 'SERVICE_DISABLED') }
}

/** firebase-tools' origin for a host, which the environment may override. */
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

/** The environment from a project's dotenv files. Throws for an invalid file. */
export const dotenvOf = (functionsDir: string, projectId: string): Record<string, string> =>
  values.parse(
    environment
      .parse(inside('functions/env'))
      .loadUserEnvs({ functionsSource: functionsDir, projectDir: functionsDir, projectId }),
  )

const readdir = z.object({ readdirRecursive: z.custom<(options: object) => Promise<unknown>>() })

/** The files of a folder that a deployment would pack. */
export const packedFiles = async (folder: string, ignored: readonly string[]): Promise<string[]> =>
  z
    .array(z.object({ name: z.string() }))
    .parse(await readdir.parse(inside('fsAsync')).readdirRecursive({ path: folder, ignoreStrings: ignored }))
    .map(({ name }) => name)
