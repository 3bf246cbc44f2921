import { type Actor, isStaff, type Origin } from '../lib/actor.ts'
import type { Context } from '../lib/context.ts'
import { DomainError } from '../lib/errors.ts'
import type { HttpRequest } from './request.ts'
import type { Authenticated } from './route.ts'

export async function authenticate(context: Context, request: HttpRequest): Promise<Actor> {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    throw new DomainError('unauthenticated', 'Send an ID token as "Authorization: Bearer …".', {
      nextAction: 'Sign in and try again.',
    })
  }
  return {
    ...(await context.signIn.prove(token)),
    origin: originOf(request, context.rules.trustedHops()),
  }
}

/** Runs before the input is parsed. Routes that audit refusals are `signed-in`; their verbs check the role. */
export function checkRole(access: Authenticated, caller: Actor): void {
  if (isFor[access](caller)) return
  const { who, whom } = refusals[access]
  throw new DomainError('forbidden', `Only ${who} may do this.`, {
    nextAction: `Ask ${whom} to do it.`,
  })
}

const isFor: Readonly<Record<Authenticated, (caller: Actor) => boolean>> = {
  operations: ({ role }) => role === 'operations',
  staff: isStaff,
  landlord: ({ role }) => role === 'landlord',
  'signed-in': () => true,
}

const refusals: Readonly<Record<Authenticated, { who: string; whom: string }>> = {
  operations: { who: 'operations staff', whom: 'somebody of operations' },
  staff: { who: 'staff', whom: 'somebody of staff' },
  landlord: { who: 'landlords', whom: 'the landlord' },
  'signed-in': { who: 'who is signed in', whom: 'somebody' },
}

/**
 * The platform appends the address to `X-Forwarded-For`; earlier entries came with the request. `hops`: our own entries
 * at its end.
 */
export function originOf(request: Pick<HttpRequest, 'get' | 'socket'>, hops: number): Origin {
  const forwarded = (request.get('x-forwarded-for') ?? '')
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
  const ipAddress = forwarded.at(-Math.max(1, hops)) ?? forwarded[0] ?? request.socket.remoteAddress ?? ''
  const claimedAddress = request.get('fastly-client-ip') ?? forwarded[0]
  return {
    ipAddress,
    userAgent: request.get('user-agent') ?? '',
    ...(claimedAddress !== undefined && claimedAddress !== ipAddress && { claimedAddress }),
  }
}
