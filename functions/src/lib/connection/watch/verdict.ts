import { dayMs } from '../../days.ts'
import { ProviderError } from '../../errors.ts'
import type { PropertyChannel, Verdict } from '../channels/property-channel.ts'
import type { ChannelEvents, SyncEvent } from './ports.ts'

/** Activation may precede the connection by this, clock differences included. Milliseconds. */
const earliest = 15 * 60_000
const longestDetail = 500

/** Undefined before the first sync. `onSilence`: the words are withheld. */
export async function readVerdict(
  events: ChannelEvents,
  channel: PropertyChannel,
  onSilence: (error: ProviderError) => void,
): Promise<Verdict | undefined> {
  const sync = await events.newestSync(channel.channelManagerChannelId)
  if (!sync || isOfEarlierConnection(sync, channel)) return undefined
  const result = resultOf(sync.result)
  const detail =
    result === 'success'
      ? undefined
      : await wordsAbout(events, sync, { result, before: channel.verdict, onSilence })
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

interface About {
  result: Verdict['result']
  before: Verdict | undefined
  onSilence(error: ProviderError): void
}

async function wordsAbout(
  events: ChannelEvents,
  sync: SyncEvent,
  { result, before, onSilence }: About,
): Promise<string | undefined> {
  try {
    return (await events.wordsOf(sync.id)) ?? (result === 'unknown-word' ? sync.result : undefined)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    onSilence(error)
    return before?.result === result ? before.detail : undefined
  }
}

/** A verdict a day later is new, too. */
export function isNewVerdict(before: Verdict | undefined, latest: Verdict): boolean {
  if (!before) return true
  const isOther = latest.result !== before.result || latest.detail !== before.detail
  return isOther ? latest.at >= before.at : latest.at.getTime() >= before.at.getTime() + dayMs
}

export const isOutdated = (before: Verdict | undefined, latest: Verdict): boolean =>
  before !== undefined && latest.at < before.at
