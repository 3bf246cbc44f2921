import type { MessageRef } from '../lib/chat/ports.ts'
import type { Services } from '../lib/services.ts'
import { field } from './event-data.ts'

/** Step 8 of specification B1: chatapp and SMS. */
export async function onMessageDeliver(services: Services, ref: MessageRef, data: unknown): Promise<void> {
  const delivery = field(data, 'delivery')
  if (field(delivery, 'status') !== 'pending') return
  const { deliverMessage } = await import('../lib/chat/delivery/deliver-message.ts')
  const reservationId = field(delivery, 'reservationId')
  const hint = typeof reservationId === 'string' ? reservationId : undefined
  await deliverMessage(await services.deliverMessage(), ref, hint)
}

/** Step 3 of specification B1: the guest platform. */
export async function onMessageForward(services: Services, ref: MessageRef, data: unknown): Promise<void> {
  if (field(field(data, 'forwarding'), 'status') !== 'pending') return
  const { forwardMessage } = await import('../lib/chat/forwarding/forward-message.ts')
  await forwardMessage(await services.forwardMessage(), ref)
}
