import type { Needs } from '../../context.ts'
import type { Delivery } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { changeDelivery, isTooLate } from './change-delivery.ts'
import type { DeliveryContext } from './provider.ts'

const gone = new Set<unknown>(['sent', 'delivered', 'read'])

export const hasGone = (delivery: Pick<Delivery, 'status'> | undefined): boolean => gone.has(delivery?.status)

/** The shortest and the longest wait until it is looked at again. Milliseconds. */
const [least, most] = [15_000, 600_000]

/**
 * Whether a message of a post waits for the one before it, until that has gone: so a text that failed goes first when
 * it is sent again, and what has gone is never sent again. Then it is put off.
 */
export async function waitsForOther(
  deps: Needs<'messages'>,
  ref: MessageRef,
  known: DeliveryContext,
): Promise<boolean> {
  const { delivery, createdAt } = known.message.value
  const now = deps.clock.now()
  if (delivery?.after === undefined || isTooLate(delivery, now)) return false
  const before = await deps.messages.read({ ...ref, messageId: delivery.after })
  if (!before || hasGone(before.value.delivery)) return false
  const age = now.getTime() - createdAt.getTime()
  const dueAt = new Date(now.getTime() + Math.min(Math.max(age, least), most))
  await changeDelivery(
    deps,
    ref,
    ({ delivery: stored }) => (stored?.status === 'pending' ? { delivery: { ...stored, dueAt } } : undefined),
    { known },
  )
  return true
}
