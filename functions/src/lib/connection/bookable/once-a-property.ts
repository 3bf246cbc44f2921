import { lazily } from '../../lazily.ts'
import type { ChannelManager } from '../channel-manager.ts'

type Answers = Pick<ChannelManager, 'calendar' | 'closingRules'>

/**
 * Asks once for what all channels of a property share, and keeps the answers about the properties asked last, `kept` of
 * them. What failed is asked again.
 */
export function onceAProperty(channelManager: Answers, kept: number): Answers {
  const { calendar, closingRules } = channelManager
  return { calendar: once(calendar, kept), closingRules: once(closingRules, kept) }
}

function once<Given extends unknown[], T>(
  ask: (...given: Given) => Promise<T>,
  kept: number,
): (...given: Given) => Promise<T> {
  const answers = new Map<string, () => Promise<T>>()
  return (...given) => {
    const key = JSON.stringify(given)
    const answer = answers.get(key) ?? lazily(() => ask(...given))
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > kept && oldest !== undefined) answers.delete(oldest)
    return answer()
  }
}
