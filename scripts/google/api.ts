import * as z from 'zod'
import { StackError } from '../stack/errors.ts'

export type Json = Readonly<Record<string, unknown>>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Google's APIs that commands here call, and the variable that leads one elsewhere. */
const origins = {
  logging: ['LOGGING_API_URL', 'https://logging.googleapis.com'],
  monitoring: ['MONITORING_API_URL', 'https://monitoring.googleapis.com'],
  firestore: ['FIRESTORE_API_URL', 'https://firestore.googleapis.com'],
  scheduler: ['SCHEDULER_API_URL', 'https://cloudscheduler.googleapis.com'],
  functions: ['FUNCTIONS_API_URL', 'https://cloudfunctions.googleapis.com'],
  secrets: ['SECRETS_API_URL', 'https://secretmanager.googleapis.com'],
} as const
export type ApiName = keyof typeof origins

/** Asks one of Google's APIs. Throws StackError with a sentence and what to do. */
export type GoogleApi = (api: ApiName, method: Method, path: string, body?: Json) => Promise<Json>

const json = z.record(z.string(), z.unknown())
const refusal = z.object({
  error: z.object({
    message: z.string().default(''),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

/** As whoever is signed in by `gcloud auth application-default login`, or as the pipeline's service account. */
export function googleApi(
  project: string,
  token: () => Promise<string>,
  env: Record<string, string | undefined> = process.env,
): GoogleApi {
  return async (api, method, path, body) => {
    const [variable, usual] = origins[api]
    const origin = env[variable] ?? usual
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...{ Authorization: `Bearer ${await token()}`, 'X-Goog-User-Project': project },
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      throw new StackError(`${new URL(usual).host} cannot be reached: ${String(error)}.`, 'Try again.')
    })
    const text = await response.text()
    if (!response.ok) throw refused(new URL(usual).host, project, response.status, text)
    return json.parse(text === '' ? {} : JSON.parse(text))
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

function refused(host: string, project: string, status: number, text: string): ApiError {
  const { data } = refusal.safeParse(parsed(text))
  const { message = text.slice(0, 200), details = [] } = data?.error ?? {}
  if (details.some(({ reason }) => reason === 'SERVICE_DISABLED'))
    return new ApiError(
      status,
      `${host} is not enabled in ${project}.`,
      `gcloud services enable ${host} --project ${project}`,
    )
  const advice =
    status === 401
      ? 'Sign in: gcloud auth application-default login'
      : status === 403
        ? `Whoever runs this needs the role that it names in ${project}.`
        : 'Nothing else was changed; the command may be repeated.'
  return new ApiError(status, `${host} answered ${status}: ${message}`, advice)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A token of the application default credentials. */
export async function defaultToken(): Promise<string> {
  const { applicationDefault } = await import('firebase-admin/app')
  try {
    return (await applicationDefault().getAccessToken()).access_token
  } catch {
    throw new StackError('No Google credentials.', 'Run: gcloud auth application-default login')
  }
}
