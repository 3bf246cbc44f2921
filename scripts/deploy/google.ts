import { StackError } from '../stack/errors.ts'
import { askGoogle, problemIn, signInAsFirebase } from './firebase-tools.ts'

/** Google's APIs for one project, as the signed-in account. */
export interface Google {
  readonly project: string
  /** The reply to a GET; undefined if not found or the API is disabled. Throws StackError if refused. */
  get(host: string, path: string): Promise<unknown>
  post(host: string, path: string, body: object): Promise<unknown>
}

export async function google(project: string): Promise<Google> {
  try {
    await signInAsFirebase(project)
  } catch (error) {
    throw new StackError('Nobody is signed in.', signInRemedy, { cause: error })
  }
  return {
    project,
    async get(host, path) {
      const { status, body } = await asked(host, 'GET', path)
      if (status === 404 || problemIn(body).isApiOff) return undefined
      return answered(host, path, status, body)
    },
    async post(host, path, content) {
      const { status, body } = await asked(host, 'POST', path, content)
      return answered(host, path, status, body)
    },
  }
}

async function asked(host: string, method: string, path: string, body?: object) {
  try {
    return await askGoogle(host, method, path, body)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (/credential|reauth/i.test(said))
      throw new StackError('The sign-in has ended.', signInRemedy, { cause: error })
    throw new StackError(`${host} cannot be reached: ${said}`, 'Look at the network, and repeat.', {
      cause: error,
    })
  }
}

const signInRemedy =
  'Run npx firebase login, or, in a pipeline, let GOOGLE_APPLICATION_CREDENTIALS name the credentials of its service account.'

function answered(host: string, path: string, status: number, body: unknown): unknown {
  if (status < 400) return body
  const { said = `HTTP ${status}` } = problemIn(body)
  if (status === 401) throw new StackError('The sign-in has ended.', signInRemedy)
  if (status === 403)
    throw new StackError(
      `Who is signed in may not do this: ${host}${path}: ${said}`,
      'Give the account the roles that docs/deploy.md lists, and repeat.',
    )
  throw new StackError(`${host}${path} answers ${status}: ${said}`, 'Repeat in a few minutes.')
}
