import * as z from 'zod'
import type { Files } from '../../lib/chat/files/model.ts'
import { retry } from '../../lib/durable/retry.ts'
import { isRetryable } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { startDownload } from '../download.ts'
import { googleToken } from '../google-token.ts'
import { type HttpRequest, httpExchange } from '../http-json.ts'
import { lostCall, parsedJson, readReply, refusedCall, type VendorCall } from '../provider-failure.ts'
import { systemClock } from '../system.ts'

export interface StorageConfig {
  url: string
  bucket: string
  timeoutMs: number
}

const provider = 'storage'
/** Every call is repeatable. */
const call: VendorCall = { provider, effect: 'read' }
const scopes = ['https://www.googleapis.com/auth/devstorage.read_write']
/** Milliseconds. */
const uploadTimeout = 20_000
const again = {
  tries: 2,
  backoff: { baseMs: 100, capMs: 1_000 },
  isWorthIt: isRetryable,
}

const described = z.object({ size: z.coerce.number() })

export function storageFiles({ url, bucket, timeoutMs }: StorageConfig): Files {
  if (bucket === '') throw new Error('FILES_BUCKET does not say where files are kept')
  const base = baseUrl(url)
  const exchange = httpExchange(provider, timeoutMs)
  const place = `storage/v1/b/${encodeURIComponent(bucket)}/o`
  const nameOf = (fileId: string) => `files/${fileId}`
  const object = (fileId: string) => `${base}/${place}/${encodeURIComponent(nameOf(fileId))}`
  // The stand-in takes any key.
  const token = base.startsWith('https:') ? googleToken(scopes) : async () => 'of-nobody'

  async function authorized<Answer extends { status: number }>(
    ask: (headers: { authorization: string }) => Promise<Answer>,
  ): Promise<Answer> {
    const once = async (isRefused: boolean) => {
      const bearer = await token(isRefused).catch((error: unknown) => {
        throw lostCall(call, error)
      })
      return ask({ authorization: `Bearer ${bearer}` })
    }
    const first = await once(false)
    return first.status === 401 ? once(true) : first
  }

  const ask = (request: Omit<HttpRequest, 'effect'>, ...statuses: number[]) =>
    retry({ clock: systemClock }, again, async () => {
      const reply = await authorized(key =>
        exchange({ ...request, headers: { ...request.headers, ...key }, effect: call.effect }),
      )
      if (statuses.includes(reply.status)) return reply
      throw refusedCall(call, { status: reply.status })
    })

  return {
    async store(fileId, { type, bytes }) {
      const query = new URLSearchParams({ uploadType: 'media', name: nameOf(fileId) })
      const to = `${base}/upload/${place}?${query}`
      const headers = { 'content-type': type }
      await ask({ method: 'POST', url: to, headers, body: bytes, timeoutMs: uploadTimeout }, 200)
    },

    async stat(fileId) {
      const { status, text } = await ask({ method: 'GET', url: object(fileId), headers: {} }, 200, 404)
      return status === 404 ? undefined : readReply(provider, described, parsedJson(text), status)
    },

    async open(fileId) {
      const loading = startDownload(call, timeoutMs)
      const response = await authorized(key => loading.get(`${object(fileId)}?alt=media`, key))
      if (response.status === 200) return loading.bytes(response, Number.POSITIVE_INFINITY)
      loading.end()
      if (response.status === 404) return undefined
      throw refusedCall(call, { status: response.status })
    },

    async remove(fileId) {
      await ask({ method: 'DELETE', url: object(fileId), headers: {} }, 200, 204, 404)
    },
  }
}
