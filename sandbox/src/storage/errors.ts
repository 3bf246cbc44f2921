import { json, Refusal } from '../core/vendor.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Invalid Credentials',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Backend Error',
}

/** The error format of Google's JSON APIs. */
export const errorBody = (status: number, reason = 'backendError'): unknown => {
  const message = titles[status] ?? 'Internal Error'
  return { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } }
}

export const refuse = (status: number, reason: string): Refusal =>
  new Refusal(json(status, errorBody(status, reason)))
