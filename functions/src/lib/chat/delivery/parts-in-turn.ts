import type { Needs } from '../../context.ts'
import type { Delivery } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { messageAt } from '../stored-messages.ts'
import { changeDelivery, isTooLate } from './change-delivery.ts'
import type { DeliveryContext } from './provider.ts'

const successes = new Set<unknown>(['sent', 'delivered', 'read'])

export const hasGone = (delivery: Delivery | undefined): boolean => successes.has(delivery?.status)

/** Milliseconds. */
const [least, most] = [15_000, 600_000]

/** A text that failed goes before its files, and nothing goes twice. */
export async function waitsForOther(
  deps: Needs<'store'>,
  ref: MessageRef,
  context: DeliveryContext,
): Promise<boolean> {
  const { delivery, createdAt } = context.message.value
  const now = deps.clock.now()
  if (delivery?.after === undefined || isTooLate(delivery, now)) return false
  const before = await deps.store.read(messageAt({ ...ref, messageId: delivery.after }))
  if (!before || hasGone(before.value.delivery)) return false
  const age = now.getTime() - createdAt.getTime()
  const dueAt = new Date(now.getTime() + Math.min(Math.max(age, least), most))
  await changeDelivery(
    deps,
    ref,
    ({ delivery: stored }) => (stored?.status === 'pending' ? { delivery: { ...stored, dueAt } } : undefined),
    { first: context },
  )
  return true
}
