import * as z from 'zod'
import { askGoogle, problemIn, signInAsFirebase } from '../deploy/firebase-tools.ts'
import { StackError } from '../stack/errors.ts'

export type Json = Readonly<Record<string, unknown>>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The Google APIs used here. */
const hosts = {
  logging: 'logging.googleapis.com',
  monitoring: 'monitoring.googleapis.com',
  firestore: 'firestore.googleapis.com',
  scheduler: 'cloudscheduler.googleapis.com',
  functions: 'cloudfunctions.googleapis.com',
  secrets: 'secretmanager.googleapis.com',
} as const

/** Calls one of Google's APIs. Throws StackError with a remedy. */
export type GoogleApi = (api: keyof typeof hosts, method: Method, path: string, body?: Json) => Promise<Json>

const json = z.record(z.string(), z.unknown()).catch({})
/** With the deployer's account: logged in to firebase-tools, or Google's default credentials. */
export async function googleApi(project: string): Promise<GoogleApi> {
  await signInAsFirebase(project).catch((error: unknown) => {
    throw new StackError('Nobody is signed in.', 'Run npx firebase login.', { cause: error })
  })
  return async (api, method, path, content) => {
    const { status, body } = await askGoogle(hosts[api], method, path, content)
    if (status >= 400) throw refused(hosts[api], project, status, body)
    return json.parse(body)
  }
}

/** An answer other than 2xx, by its status. */
export class ApiError extends StackError {
  readonly status: number

  constructor(status: number, message: string, advice: string) {
    super(message, advice)
    this.status = status
  }
}

function refused(host: string, project: string, status: number, body: unknown): ApiError {
  const { said = 'no reason', isApiOff } = problemIn(body)
  if (isApiOff)
    return new ApiError(
      status,
      `${host} is not enabled in ${project}.`,
      `gcloud services enable ${host} --project ${project}`,
    )
  const advice =
    status === 401
      ? 'Sign in again: npx firebase login --reauth'
      : status === 403
        ? `Whoever runs this needs the role that it names in ${project}.`
        : 'Nothing else was changed; the command may be repeated.'
  return new ApiError(status, `${host} answered ${status}: ${said}`, advice)
}
