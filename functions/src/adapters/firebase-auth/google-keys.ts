import { importX509 } from 'jose'
import * as z from 'zod'
import { type GoogleReply, googleCall } from './google-call.ts'

const url = new URL(
  'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
)
const certificates = z.record(z.string(), z.string())

export type Key = Awaited<ReturnType<typeof importX509>>

/** Google's keys are unavailable, so no token can be checked. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

/**
 * The keys that sign ID tokens, by id, cached as long as Google allows. `createRemoteJWKSet` of jose ignores
 * `Cache-Control`, and lets strangers make us fetch.
 */
export function googleKeys(now: () => number = Date.now) {
  let known: { keys: Promise<ReadonlyMap<string, Key>>; until: number } | undefined
  const fetched = async () => {
    const reply = await googleCall({ url }).catch(() => undefined)
    const keys = reply && (await keysIn(reply))
    if (!keys) throw new KeysUnavailable('Google’s keys cannot be had')
    return { keys, until: now() + maxAgeMs(reply) }
  }
  return async (kid: string): Promise<Key | undefined> => {
    if (known === undefined || now() >= known.until) {
      const asked = fetched()
      // Concurrent callers share one request.
      const current = { keys: asked.then(({ keys }) => keys), until: Number.POSITIVE_INFINITY }
      known = current
      asked.then(
        ({ until }) => {
          current.until = until
        },
        () => {
          if (known === current) known = undefined
        },
      )
    }
    return (await known.keys).get(kid)
  }
}

async function keysIn({ status, body }: GoogleReply): Promise<Map<string, Key> | undefined> {
  const { data } = certificates.safeParse(body)
  if (status !== 200 || !data) return undefined
  const imported = Object.entries(data).map(
    async ([kid, certificate]) => [kid, await importX509(certificate, 'RS256')] as const,
  )
  return Promise.all(imported).then(
    keys => new Map(keys),
    () => undefined,
  )
}

/** Zero if Google gives no age, so they are fetched again. */
const maxAgeMs = ({ headers }: GoogleReply): number =>
  Number(/(?:^|[\s,])max-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1] ?? 0) * 1000
