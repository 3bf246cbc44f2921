import type { StoredMessage } from '../message.ts'

type Replying = Pick<StoredMessage, 'metadata'>
type Answered = Pick<StoredMessage, 'messageId' | 'externalMessageId'>

export function repliedElsewhere(messages: readonly (Replying & Answered)[]): string[] {
  const here = new Set(messages.map(({ externalMessageId }) => externalMessageId))
  const targets = messages.flatMap(({ metadata }) => metadata?.replyToProviderId ?? [])
  return [...new Set(targets)].filter(id => !here.has(id))
}

export function replyFinder(candidates: readonly Answered[]): (message: Replying) => string | undefined {
  const byProviderId = new Map(
    candidates.map(({ externalMessageId, messageId }) => [externalMessageId, messageId]),
  )
  return ({ metadata }) => metadata?.replyToProviderId && byProviderId.get(metadata.replyToProviderId)
}
