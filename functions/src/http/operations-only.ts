import type { Actor } from '../lib/actor.ts'
import { DomainError } from '../lib/errors.ts'
import type { Handler } from './route.ts'

/** A handler for operations staff alone: who it is comes before what they sent. */
export const operationsOnly =
  (handler: Handler<Actor>): Handler<Actor> =>
  async call => {
    if (call.caller.role === 'operations') return handler(call)
    throw new DomainError('forbidden', 'Only operations staff may do this.', {
      nextAction: 'Ask somebody of operations to do it.',
    })
  }
