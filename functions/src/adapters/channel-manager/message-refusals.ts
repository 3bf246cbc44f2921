import { type RefusalReason, SendRefusedError } from '../../lib/chat/delivery/refusal.ts'
import { MessagesNotInstalled } from '../../lib/chat/ota/ports.ts'
import { provider, type Refused } from './client.ts'

/** A proxy's 403 has another code. */
export const isNotInstalled = ({ status, errors }: Refused): boolean =>
  status === 403 && errors.code === 'forbidden'

export function throwIfNotInstalled(refused: Refused): undefined {
  if (isNotInstalled(refused)) throw new MessagesNotInstalled('the property has no Messages application')
}

/** A 422 has these words in title or details. */
const byWords: readonly (readonly [RefusalReason, RegExp])[] = [
  ['ota-without-messages', /not.?supported/i],
  ['ota-no-conversation', /thread.?id is not available/i],
  ['ota-channel-inactive', /inactive|not active/i],
  ['ota-window-over', /window/i],
  ['too-long', /too long/i],
  ['content-not-allowed', /attachment|blank|empty/i],
]

function reasonOf(refused: Refused): RefusalReason | undefined {
  const { status, errors } = refused
  if (isNotInstalled(refused)) return 'messages-not-installed'
  if (status === 404 && errors.code !== undefined) return 'ota-conversation-gone'
  return byWords.find(([, words]) => words.test(errors.words))?.[0]
}

/** A refusal of our key, or one that may pass, stays as it is. */
export function throwRefusedSend(refused: Refused): undefined {
  const { status, errors, error } = refused
  if (error.kind !== 'permanent' || status === 401) return
  if (status === 403 && !isNotInstalled(refused)) return
  const words = error.message.replace(`${provider}: `, '')
  const refusal = { reason: reasonOf(refused), providerCode: errors.code }
  // With 403 a missing application would look like a refusal of our key.
  throw new SendRefusedError(provider, refusal, words, status === 403 ? {} : { status })
}
