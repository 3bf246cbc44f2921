import type { Auth } from 'firebase-admin/auth'
import type { Clock } from '../../lib/ports.ts'
import type { Standing } from '../../lib/roles/standing.ts'
import { cannotBeRead, standingOf } from './user-records.ts'

/** A role that has been taken away counts no longer than this, in milliseconds. */
const freshMs = 60_000
/** Users that a process remembers. */
const most = 1000

/**
 * Reads the records of users, each at most once a minute. Undefined for a user that there is not. Throws
 * `provider-unavailable` when it cannot be read: nothing is granted then.
 */
export function standings(auth: Pick<Auth, 'getUser'>, { now }: Pick<Clock, 'now'>) {
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

async function read(auth: Pick<Auth, 'getUser'>, uid: string): Promise<Standing | undefined> {
  try {
    return standingOf(await auth.getUser(uid))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'auth/user-not-found') return undefined
    throw cannotBeRead()
  }
}
