import { ProviderError } from '../../errors.ts'
import type { PropertyChannel, Verdict } from '../channels/property-channel.ts'
import type { ChannelEvents, SyncEvent } from './ports.ts'

/** How much earlier than the connection its activation may have been, by whichever clock. Milliseconds. */
const earliest = 15 * 60_000
const longestDetail = 500

/** What the OTA said last about the channel, as it is connected now; undefined when it has not said anything yet. */
export async function readVerdict(
  events: ChannelEvents,
  channel: PropertyChannel,
): Promise<Verdict | undefined> {
  const sync = await events.newestSync(channel.channelManagerChannelId)
  if (!sync || isOfEarlierConnection(sync, channel)) return undefined
  const result = resultOf(sync.result)
  const detail = result === 'success' ? undefined : await wordsAbout(events, sync, result, channel)
  return { result, at: sync.at, ...(detail && { detail: detail.slice(0, longestDetail).toWellFormed() }) }
}

const isOfEarlierConnection = ({ at }: SyncEvent, { createdAt }: PropertyChannel): boolean =>
  createdAt !== undefined && at.getTime() < createdAt.getTime() - earliest

const successes = /^(success|successful|succeeded|ok)$/i
const failures = /^(fail|failed|failure|error|errors|rejected|refused)$/i

function resultOf(word: string): Verdict['result'] {
  if (successes.test(word)) return 'success'
  return failures.test(word) ? 'failure' : 'unknown-word'
}

/** Words that cannot be read now are those that were read before: they are no news. */
async function wordsAbout(
  events: ChannelEvents,
  sync: SyncEvent,
  result: Verdict['result'],
  { verdict }: PropertyChannel,
): Promise<string | undefined> {
  try {
    return (await events.wordsOf(sync.id)) ?? (result === 'unknown-word' ? sync.result : undefined)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return verdict?.result === result ? verdict.detail : undefined
  }
}

/** Whether a verdict tells more than the one that is kept. A newer one of the same content does not. */
export function isNewVerdict(kept: Verdict | undefined, seen: Verdict): boolean {
  if (!kept) return true
  return seen.at >= kept.at && (seen.result !== kept.result || seen.detail !== kept.detail)
}

export const isOutdated = (kept: Verdict | undefined, seen: Verdict): boolean =>
  kept !== undefined && seen.at < kept.at
