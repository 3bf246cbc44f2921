import type { TokenRole } from '../actor.ts'
import { DomainError } from '../errors.ts'

/** A user as the sign-in service knows them. */
export interface Account {
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

/**
 * Gives a user a role, or takes it away; other claims stay. An address that is not verified gets no role: anybody can
 * sign up with the address of a future colleague.
 */
export async function grant(
  { accounts, tell }: { accounts: Accounts; tell(line: string): void },
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
  await accounts.setClaims(uid, role === 'none' ? others : { ...others, role })
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
