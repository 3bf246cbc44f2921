import type { SandboxContext } from '../core/context.ts'
import { createRouter } from '../core/router.ts'
import type { Reply, Vendor, VendorRequest } from '../core/vendor.ts'
import { connectionDetails, describeAdapter, mappingDetails, testConnection } from './adapter.ts'
import { listBookings } from './bookings.ts'
import {
  createChannel,
  deleteChannel,
  findChannel,
  listChannels,
  readChannel,
  updateChannel,
} from './channels.ts'
import { getProperty, listProperties, listRoomTypes, ratePlanOptions, roomTypeOptions } from './inventory.ts'
import { activate, checkReadiness, deactivate, eventLogs, listEvents } from './lifecycle.ts'
import { readAttachment } from './messages/attachments.ts'
import { messageRoutes } from './messages/routes.ts'
import { threadState } from './messages/show.ts'
import { errorBody, refusal, success } from './replies.ts'
import { listRestrictions } from './restrictions.ts'
import { acknowledge, feed, loadReservations, scheduled, showRevision } from './revisions.ts'
import { showChannel } from './show-channel.ts'
import { Store } from './store.ts'
import { announceRevisions, createWebhook, deleteWebhook, listWebhooks, readWebhook } from './webhooks.ts'

/** How long after a mere GET the scheduled import runs. */
const scheduleMs = 1000

function load(store: Store, channelId: string): Reply {
  const revisions = loadReservations(store, findChannel(store, channelId))
  // Not awaited: the vendor's webhooks follow its reply. The promise never rejects.
  void announceRevisions(store, revisions)
  return success()
}

function schedule(store: Store, channelId: string): Reply {
  findChannel(store, channelId)
  const later = () => (store.channels.has(channelId) ? load(store, channelId) : undefined)
  setTimeout(later, scheduleMs).unref()
  return scheduled()
}

const routesOf = (store: Store) =>
  createRouter({
    'GET /channels/adapter': ({ query }) => describeAdapter(store, query.get('code')),
    'POST /channels/test_connection': ({ body }) => testConnection(store, body),
    'POST /channels/mapping_details': ({ body }) => mappingDetails(store, body),
    'POST /channels/connection_details': ({ body }) => connectionDetails(store, body),
    'GET /properties': ({ query }) => listProperties(store, query),
    'GET /properties/:id': ({ param }) => getProperty(store, param('id')),
    'GET /room_types': ({ query }) => listRoomTypes(store, query),
    'GET /room_types/options': ({ query }) => roomTypeOptions(store, query),
    'GET /rate_plans/options': ({ query }) => ratePlanOptions(store, query),
    'GET /restrictions': ({ query }) => listRestrictions(store, query),
    'POST /channels': ({ body }) => createChannel(store, body),
    'GET /channels': ({ query }) => listChannels(store, query),
    'GET /channels/:id': ({ param }) => readChannel(store, param('id')),
    'PUT /channels/:id': ({ param, body }) => updateChannel(store, param('id'), body),
    'DELETE /channels/:id': ({ param }) => deleteChannel(store, param('id')),
    'POST /channels/:id/check_readiness': ({ param }) => checkReadiness(store, param('id')),
    'POST /channels/:id/activate': ({ param }) => activate(store, param('id')),
    'POST /channels/:id/deactivate': ({ param }) => deactivate(store, param('id')),
    'POST /channels/:id/execute/load_future_reservations': ({ param }) => load(store, param('id')),
    'GET /channels/:id/execute/load_future_reservations': ({ param }) => schedule(store, param('id')),
    'GET /channel_events': ({ query }) => listEvents(store, query),
    'GET /channel_events/:id/logs': ({ param }) => eventLogs(store, param('id')),
    'GET /booking_revisions/feed': ({ query }) => feed(store, query),
    'POST /booking_revisions/:id/ack': ({ param }) => acknowledge(store, param('id')),
    'GET /bookings': ({ query }) => listBookings(store, query),
    'GET /webhooks': ({ query }) => listWebhooks(store, query),
    'POST /webhooks': ({ body }) => createWebhook(store, body),
    'GET /webhooks/:id': ({ param }) => readWebhook(store, param('id')),
    'DELETE /webhooks/:id': ({ param }) => deleteWebhook(store, param('id')),
    ...messageRoutes(store.messages),
  })

export interface ChannelManager extends Vendor {
  readonly store: Store
}

export function createChannelManager(context: SandboxContext): ChannelManager {
  const store = new Store(context.adapters)
  const route = routesOf(store)
  return {
    store,
    errorBody: status => errorBody(status),
    reset: () => store.reset(),
    handle(request: VendorRequest) {
      if (request.headers['user-api-key'] !== context.credentials.channelManagerApiKey) throw refusal(401)
      const file = request.method === 'GET' ? readAttachment(store.messages, request.path) : undefined
      const reply = file ?? route(request)
      if (!reply) throw refusal(404)
      return reply
    },
    state: () => ({
      properties: [...store.properties.values()],
      hotels: [...store.hotels.values()],
      channels: [...store.channels.values()].map(channel => showChannel(store, channel)),
      revisions: [...store.revisions.values()].map(showRevision),
      threads: [...store.messages.threads.values()].map(threadState),
      applications: [...store.messages.installations.values()],
    }),
  }
}
