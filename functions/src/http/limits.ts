import { maxFileBytes } from '../lib/chat/file-types.ts'
import { matches, nameOf, type Place } from './route.ts'

const mebibyte = 1_048_576

/** Bytes by function, each with its memory; apart from routes, which load later. */
const longBodies: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  uploads: { 'POST /chat/threads/:id/files': maxFileBytes },
  integrations: {
    'POST /api/connection-batches': 256 * 1024,
    'PUT /api/properties/:id/channels/:channelId/mapping': mebibyte,
  },
  webhooks: {
    // The channel manager sends a whole booking, and repeats no refused call.
    'POST /webhooks/channel-manager': mebibyte,
    // Forms take up to twelve bytes per character.
    'POST /webhooks/twilio/inbound': mebibyte,
    // The mailer sends up to 768 KiB.
    'POST /webhooks/sendgrid': mebibyte,
  },
}
const all: Readonly<Record<string, number>> = Object.assign({}, ...Object.values(longBodies))

export const maxBytesOf = (place: Place): number => all[nameOf(place)] ?? 0

export function maxBytesAt(name: string): (path: string) => number {
  const places = Object.entries(longBodies[name] ?? {}).map(([route, bytes]) => ({
    path: route.split(' ')[1] ?? '',
    bytes,
  }))
  return path =>
    places.length > 0 ? Math.max(0, ...matches(places, path).map(({ route }) => route.bytes)) : 0
}
