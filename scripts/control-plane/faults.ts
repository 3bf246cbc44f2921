import { Refusal } from './service.ts'

/** A fault for requests with this host and a matching method and path. */
export interface FaultOrder {
  readonly host: string
  readonly method?: string
  readonly path?: RegExp
  readonly with: Refusal
  /** How many requests it hits; all if absent. */
  readonly times?: number
}

export interface Fault extends FaultOrder {
  left: number
}

/** The first matching fault, counted down. */
export function takeFault(faults: Fault[], host: string, method: string, path: string): Fault | undefined {
  const found = faults.find(
    fault =>
      fault.left > 0 &&
      fault.host === host &&
      (fault.method ?? method) === method &&
      (fault.path?.test(path) ?? true),
  )
  if (found) found.left -= 1
  return found
}

/** Google's refusal for a disabled API. */
export const apiDisabled = (host: string, projectNumber: string): Refusal =>
  new Refusal(
    403,
    'PERMISSION_DENIED',
    `${host} has not been used in project ${projectNumber} before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/${host}/overview?project=${projectNumber} then retry.`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'SERVICE_DISABLED',
        domain: 'googleapis.com',
      },
    ],
  )
