import type { Needs } from '../../context.ts'
import { ready } from '../../lazy-port.ts'
import { isWatched } from '../channels/property-channel.ts'
import { changeWatched, decide } from './change-watched.ts'
import { closed } from './items.ts'
import { keepWebhook } from './keep-webhook.ts'
import { readOrSkip } from './look.ts'
import { readVerdict } from './verdict.ts'

type Deps = Needs<'channels' | 'events' | 'items' | 'operations' | 'webhooks'>

/**
 * After activation: ensures our webhook and stores the OTA's response to the first sync. The watch
 * later does whatever fails here. Idempotent.
 */
export async function proveChannel(deps: Deps, channelId: string): Promise<void> {
  await ready(deps.events, deps.webhooks)
  const channel = (await deps.channels.read(channelId))?.value
  if (!channel || !isWatched(channel)) return
  const ref = { channelId, channel }
  const [verdict] = await Promise.all([
    readOrSkip(deps, ref, 'verdict', () => readVerdict(deps.events, channel)),
    keepWebhook(deps),
  ])
  if (verdict) await changeWatched(deps, channelId, decide(channel, { verdict }))
}

/** Closes the items of a channel that is no longer connected. */
export const closeItems = (deps: Needs<'channels' | 'items'>, channelId: string): Promise<unknown> =>
  changeWatched(deps, channelId, ({ channel, items }) => ({
    channel: {},
    items: channel && channel.status !== 'disconnected' ? [] : closed(items),
  }))
