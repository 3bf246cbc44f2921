/** What Firestore says of a call that failed: gRPC's codes, by the names that its replies have. */
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
  /** Whether the call surely never reached Firestore. */
  readonly isUnsent: boolean

  constructor(code: Code, detail: string, { isUnsent = false }: { isUnsent?: boolean } = {}) {
    super(`Firestore: ${detail}`)
    this.code = code
    this.isUnsent = isUnsent
  }
}

/** What a proxy in between answers, in the words of Firestore. */
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

/** A reply that is an error, or holds one; of a status that says nothing, nothing is known. */
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
