import type { TokenRole } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import { keptOf, staffRole, type UserStatus, type UserStatuses } from '../roles/user-status.ts'

/** A user as the sign-in service knows them. */
export interface Account extends Pick<UserStatus, 'isDisabled' | 'validSince'> {
  uid: string
  email?: string | undefined
  /** Whether they have proven that the address is theirs. */
  isVerified: boolean
  /** How they sign in, such as `google.com` or `password`. */
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
  standings: Pick<UserStatuses, 'write'>
  /** Progress, for people. */
  tell(line: string): void
}

/**
 * Gives a user a role, or takes it away; other claims stay. An address that is not verified gets no role: anybody can
 * sign up with the address of a future colleague. Who is given the role of staff, or had it, counts as seen in it from then
 * on; where that cannot be written, `watchroles` and their first request see to it.
 */
export async function grant(
  { accounts, clock, standings, tell }: GrantDeps,
  { name, role }: { name: AccountName; role: TokenRole | 'none' },
): Promise<void> {
  const { uid, claims, ...account } = onlyOne(await accounts.find(name), name)
  const address = account.email ? `${account.email} (${account.isVerified ? '' : 'not '}verified)` : 'A user'
  tell(`${address} is user ${uid}, who signs in with: ${account.providers.join(', ') || 'nothing yet'}`)
  if ('email' in name && role !== 'none' && !account.isVerified)
    throw new DomainError(
      'forbidden',
      'Whoever signed up with this address has not proven that it is theirs.',
      {
        nextAction: `Let them sign in with Google or verify the address. If you know that the user is theirs, name it: --uid ${uid}`,
      },
    )
  const { role: _, ...others } = claims
  const { isDisabled, validSince } = account
  const [before, after] = [claims.role, role === 'none' ? undefined : role].map(one => ({
    ...{ role: one, isDisabled, validSince },
  }))
  await accounts.setClaims(uid, role === 'none' ? others : { ...others, role })
  if (staffRole(before) || staffRole(after))
    await standings
      .write(new Map([[uid, keptOf(after, undefined, clock.now())]]))
      .catch(() => tell('that is not yet noted in standings: watchroles does it within minutes'))
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
