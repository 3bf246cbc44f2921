/** gRPC's status codes, by their names in Firestore's replies. */
export const codes = {
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const

export type Code = (typeof codes)[keyof typeof codes]

const byName: ReadonlyMap<unknown, Code> = new Map(Object.entries(codes))

export class FirestoreError extends Error {
  override readonly name = 'FirestoreError'
  readonly code: Code
  /** Whether the call certainly never reached Firestore. */
  readonly isUnsent: boolean

  constructor(code: Code, detail: string, { isUnsent = false }: { isUnsent?: boolean } = {}) {
    super(`Firestore: ${detail}`)
    this.code = code
    this.isUnsent = isUnsent
  }
}

/** The codes for a proxy's HTTP statuses. */
const byStatus: Readonly<Record<number, Code>> = {
  400: codes.INVALID_ARGUMENT,
  401: codes.UNAUTHENTICATED,
  403: codes.PERMISSION_DENIED,
  408: codes.DEADLINE_EXCEEDED,
  429: codes.RESOURCE_EXHAUSTED,
  500: codes.INTERNAL,
  502: codes.UNAVAILABLE,
  503: codes.UNAVAILABLE,
  504: codes.DEADLINE_EXCEEDED,
}

/** The error in a reply; `UNKNOWN` for a status without a meaning. */
export function failureIn(status: number, reply: unknown): FirestoreError | undefined {
  const stated = [reply].flat().find(part => isObject(part) && 'error' in part)
  const error = isObject(stated) && isObject(stated.error) ? stated.error : undefined
  if (status < 300 && stated === undefined) return undefined
  const code = byName.get(error?.status) ?? byStatus[status] ?? codes.UNKNOWN
  const said = typeof error?.message === 'string' ? error.message : 'it gave no reason'
  return new FirestoreError(code, `${said} (${status})`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
