// Our own chat function, but posts that meet on one thread neither take turns nor share a commit: each goes on alone, and
// tries again when another one was first.
import { SharedTurns } from '../../functions/src/lib/durable/shared-turns.ts'

SharedTurns.prototype.take = (_key, _member, work) => work.alone(undefined)

export { chat } from '../../functions/src/over-https.ts'
