import type { Request } from 'firebase-functions/https'
import { type Actor, isStaff, type Origin } from '../lib/actor.ts'
import { DomainError } from '../lib/errors.ts'
import type { Services } from '../lib/services.ts'

/** The caller of a request, proven by its bearer token. */
export async function authenticate(services: Services, request: Request): Promise<Actor> {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    throw new DomainError('unauthenticated', 'Send an ID token as "Authorization: Bearer …".', {
      nextAction: 'Sign in and try again.',
    })
  }
  const prove = await services.authenticate()
  return { ...(await prove(token)), origin: originOf(request) }
}

/**
 * Throws `forbidden` for a role that a route is not for, before anything is said of what was sent. Routes that audit whom
 * they refuse are for everybody signed in, and their verbs check the role.
 */
export function checkRole(access: 'operations' | 'staff' | 'signed-in', caller: Actor): void {
  if (access === 'signed-in' || caller.role === 'operations') return
  if (access === 'staff' && isStaff(caller)) return
  const who = access === 'staff' ? 'staff' : 'operations staff'
  const whom = access === 'staff' ? 'staff' : 'operations'
  throw new DomainError('forbidden', `Only ${who} may do this.`, {
    nextAction: `Ask somebody of ${whom} to do it.`,
  })
}

/** Hosting's CDN names the client in a header of its own; otherwise the first hop of X-Forwarded-For counts. */
const originOf = (request: Request): Origin => ({
  ipAddress: request.get('fastly-client-ip') ?? forwardedFor(request) ?? request.ip ?? '',
  userAgent: request.get('user-agent') ?? '',
})

const forwardedFor = (request: Request): string | undefined =>
  request.get('x-forwarded-for')?.split(',')[0]?.trim() || undefined
