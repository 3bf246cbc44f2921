import type { ChannelEvents } from '../../lib/connection/watch/ports.ts'
import { type ChannelManagerConfig, channelManagerClient } from './client.ts'
import { eventPage, eventWords } from './event-replies.ts'

/** As many of the newest events as are looked at for a sync. */
const events = '50'

/** What the OTA answered, from the channel manager's events, which are not documented. */
export function channelEvents(config: ChannelManagerConfig): ChannelEvents {
  const client = channelManagerClient(config)
  return {
    async newestSync(channelId) {
      const syncs = await client({
        method: 'GET',
        path: ['channel_events'],
        query: { 'filter[channel_id]': channelId, 'pagination[limit]': events },
        effect: 'read',
        reply: eventPage,
      })
      const ofChannel = syncs.filter(sync => sync.channelId === undefined || sync.channelId === channelId)
      const newest = ofChannel.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
      return newest && { id: newest.id, at: newest.at, result: newest.result }
    },

    wordsOf: eventId =>
      client<string | undefined>({
        method: 'GET',
        path: ['channel_events', eventId, 'logs'],
        effect: 'read',
        reply: eventWords,
        // No log is no words.
        onRefusal: ({ status }) => (status === 404 ? { answer: undefined } : undefined),
      }),
  }
}
