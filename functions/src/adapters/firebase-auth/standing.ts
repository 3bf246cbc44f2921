import { DomainError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/ports.ts'
import type { Standing } from '../../lib/roles/standing.ts'

/** What the record of a user says of what they may do, in the words of the Admin SDK. */
export interface HeldUser {
  customClaims?: Readonly<Record<string, unknown>> | undefined
  disabled: boolean
  tokensValidAfterTime?: string | undefined
}

interface Users {
  getUser(uid: string): Promise<HeldUser>
}

export const standingOf = ({ customClaims, disabled, tokensValidAfterTime }: HeldUser): Standing => ({
  role: customClaims?.role,
  isDisabled: disabled,
  validSince: tokensValidAfterTime === undefined ? 0 : Date.parse(tokensValidAfterTime),
})

export const cannotBeRead = (): DomainError =>
  new DomainError('provider-unavailable', 'Roles cannot be checked right now.', {
    nextAction: 'Try again in a minute.',
    retryAfterSeconds: 10,
  })

/** A role that has been taken away counts no longer than this, in milliseconds. */
const freshMs = 60_000
/** Users that a process remembers. */
const most = 1000

/**
 * Reads the records of users, each at most once a minute. Undefined for a user that there is not. Throws
 * `provider-unavailable` when it cannot be read: nothing is granted then.
 */
export function standings(auth: Users, { now }: Pick<Clock, 'now'>) {
  const known = new Map<string, { at: number; standing: Promise<Standing | undefined> }>()
  return (uid: string): Promise<Standing | undefined> => {
    const at = now().getTime()
    const last = known.get(uid)
    if (last && at - last.at < freshMs) return last.standing
    const standing = read(auth, uid)
    known.delete(uid)
    known.set(uid, { at, standing })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    standing.catch(() => known.get(uid)?.standing === standing && known.delete(uid))
    return standing
  }
}

async function read(auth: Users, uid: string): Promise<Standing | undefined> {
  try {
    return standingOf(await auth.getUser(uid))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'auth/user-not-found') return undefined
    throw cannotBeRead()
  }
}
