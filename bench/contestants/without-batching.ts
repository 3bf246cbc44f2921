// Our own chat function, but posts that meet on one thread neither take turns nor share a commit: each goes on alone, and
// tries again when another one was first.

import { KeyedBatcher } from '../../functions/src/lib/durable/keyed-batcher.ts'
import { functions } from '../../functions/src/over-https.ts'

KeyedBatcher.prototype.run = (_key, _member, work) => work.alone(undefined)

export const { chat } = functions
