import type { TokenRole } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import { keepStatuses, nextStanding, staffRole, type UserStatus } from '../roles/user-status.ts'
import type { Store } from '../store.ts'

export interface Account extends Pick<UserStatus, 'isDisabled' | 'validSince'> {
  uid: string
  email?: string | undefined
  isVerified: boolean
  /** Such as `google.com` or `password`. */
  providers: readonly string[]
  claims: Readonly<Record<string, unknown>>
}

export type AccountName = { uid: string } | { email: string }

export interface Accounts {
  find(name: AccountName): Promise<Account[]>
  setClaims(uid: string, claims: object): Promise<void>
}

interface GrantDeps {
  accounts: Accounts
  clock: Pick<Clock, 'now'>
  store: Store
  tell(line: string): void
}

/**
 * An unverified address gets no role: anybody can sign up with a future colleague's. If the mark fails, `watchroles` or
 * their first request repeats it.
 */
export async function grant(
  { accounts, clock, store, tell }: GrantDeps,
  { name, role }: { name: AccountName; role: TokenRole | 'none' },
): Promise<void> {
  const { uid, claims, ...account } = onlyOne(await accounts.find(name), name)
  const address = account.email ? `${account.email} (${account.isVerified ? '' : 'not '}verified)` : 'A user'
  tell(`${address} is user ${uid}, who signs in with: ${account.providers.join(', ') || 'nothing yet'}`)
  if ('email' in name && role !== 'none' && !account.isVerified)
    throw new DomainError('forbidden', 'The user has not proven that this address is theirs.', {
      nextAction: `Let them sign in with Google or verify the address. If you know that the user is theirs, name it: --uid ${uid}`,
    })
  const { role: _, ...others } = claims
  const { isDisabled, validSince } = account
  const [before, after] = [claims.role, role === 'none' ? undefined : role].map(one => ({
    role: one,
    isDisabled,
    validSince,
  }))
  await accounts.setClaims(uid, role === 'none' ? others : { ...others, role })
  if (staffRole(before) || staffRole(after))
    await keepStatuses(store, new Map([[uid, nextStanding(after, undefined, clock.now())]])).catch(() =>
      tell('that is not yet noted in standings: watchroles does it within minutes'),
    )
  tell(
    role === 'none' ? `${uid} has no role any more` : `${uid} has the role ${role} from the next sign-in on`,
  )
}

function onlyOne([account, ...others]: readonly Account[], name: AccountName): Account {
  const named = 'uid' in name ? name.uid : name.email
  if (!account)
    throw new DomainError('not-found', `There is no user ${named}.`, {
      nextAction:
        'Have them sign in to the dashboard once, or add them under Authentication in the Firebase console.',
    })
  if (others.length > 0)
    throw new DomainError('validation-failed', `Several users have the address ${named}.`, {
      nextAction: `Name one: ${[account, ...others].map(({ uid }) => `--uid ${uid}`).join(' or ')}`,
    })
  return account
}
