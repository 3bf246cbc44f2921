/** Files of inbound messages. Twilio lists them, and redirects from a file's address to one that needs no key. */

import type { RoutedRequest } from '../core/router.ts'
import { json, type Reply, type VendorRequest } from '../core/vendor.ts'
import { refuse } from './errors.ts'
import type { MessageStore, StoredMedia, StoredMessage } from './store.ts'

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** The path of files, below the vendor's prefix. */
const files = '/files/'

const bytesOf = ({ sid, contentType }: StoredMedia): Buffer =>
  contentType === 'image/png' ? png : Buffer.from(`A file of the sandbox: ${sid}\n`)

const messageOf = (store: MessageStore, sid: string): StoredMessage => {
  const message = store.messages.get(sid)
  if (!message) throw refuse(20404)
  return message
}

/** The list of a message's files, as the vendor's API writes it. */
export function listMedia(store: MessageStore, accountSid: string, messageSid: string): Reply {
  const { media, createdAt } = messageOf(store, messageSid)
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${messageSid}/Media`
  const date = createdAt.toUTCString().replace('GMT', '+0000')
  return json(200, {
    media_list: media.map(({ sid, contentType }) => ({
      sid,
      account_sid: accountSid,
      parent_sid: messageSid,
      content_type: contentType,
      date_created: date,
      date_updated: date,
      uri: `${uri}/${sid}.json`,
    })),
    uri: `${uri}.json?PageSize=50&Page=0`,
    first_page_uri: `${uri}.json?PageSize=50&Page=0`,
    next_page_uri: null,
    previous_page_uri: null,
    page: 0,
    page_size: 50,
    start: 0,
    end: Math.max(0, media.length - 1),
  })
}

/** Redirects from a file's own address to the file. */
export function leadToFile(store: MessageStore, { headers, param }: RoutedRequest): Reply {
  const found = messageOf(store, param('message')).media.find(({ sid }) => sid === param('file'))
  if (!found) throw refuse(20404)
  return { status: 307, headers: { location: `http://${headers.host}/twilio${files}${found.sid}` } }
}

/** Removes a file. */
export function removeMedia(store: MessageStore, messageSid: string, file: string): Reply {
  const message = messageOf(store, messageSid)
  const left = message.media.filter(({ sid }) => `${sid}.json` !== file)
  if (left.length === message.media.length) throw refuse(20404)
  message.media = left
  message.mediaUrls = message.mediaUrls.filter(url => !url.endsWith(file.replace(/\.json$/, '')))
  message.numMedia = left.length
  return { status: 204 }
}

/** The file itself; undefined when the request is for something else. */
export function readFile(store: MessageStore, { method, path }: VendorRequest): Reply | undefined {
  if (method !== 'GET' || !path.startsWith(files)) return undefined
  const mediaSid = path.slice(files.length)
  const all = [...store.messages.values()].flatMap(({ media }) => media)
  const found = all.find(({ sid }) => sid === mediaSid)
  if (!found) throw refuse(20404)
  return { status: 200, headers: { 'content-type': found.contentType }, body: bytesOf(found) }
}
