import * as z from 'zod'
import type { ListedMessage, Messenger, OutgoingMessage } from '../../../src/lib/chat/delivery/provider.ts'
import { type RefusalReason, SendRefusedError } from '../../../src/lib/chat/delivery/refusal.ts'
import { ProviderError } from '../../../src/lib/errors.ts'

/** A reason that the types know once the row stands in the registry. */
const loftClosed = z.custom<RefusalReason>().parse('loft-closed')

type Fault = 'closed' | 'answer lost' | 'lost'

/** The vendor of the made-up channel and its adapter in one, with a fault for the next send. */
export class Loft implements Messenger {
  readonly letters = new Map<string, ListedMessage & { to: string }>()
  fault: Fault | undefined

  async send({ to, content, send }: OutgoingMessage) {
    const fault = this.fault
    this.fault = undefined
    if (fault === 'closed')
      throw new SendRefusedError('loft', { reason: loftClosed }, 'refused', { status: 422 })
    const providerMessageId = `coo-${send.claimId}`
    const body = 'text' in content ? content.text.toUpperCase() : ''
    if (fault !== 'lost')
      this.letters.set(providerMessageId, {
        providerMessageId,
        to,
        body,
        status: 'sent',
        createdAt: new Date(),
      })
    if (fault) throw new ProviderError('loft', 'unknown', 'no answer')
    return { providerMessageId }
  }

  async sentTo(_channel: unknown, address: string, since: Date) {
    return [...this.letters.values()].filter(({ to, createdAt }) => to === address && createdAt >= since)
  }

  async statusOf(providerMessageId: string) {
    const found = this.letters.get(providerMessageId)
    if (found) return found
    throw new ProviderError('loft', 'permanent', 'there is none')
  }

  async idsWith(_channel: unknown, address: string) {
    return [...this.letters.values()]
      .filter(({ to }) => to === address)
      .map(({ providerMessageId }) => providerMessageId)
  }

  async erase(providerMessageId: string) {
    return this.letters.delete(providerMessageId)
  }
}
