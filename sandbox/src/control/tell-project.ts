/** Webhooks to the project about the OTAs' inboxes. */

import { z } from 'zod'
import type { MessageStore } from '../channel-manager/messages/model.ts'
import { callOnce } from '../channel-manager/webhooks.ts'
import type { SandboxContext } from '../core/context.ts'
import { sleep } from '../core/values.ts'
import { projectUrl } from './parse-control.ts'

/** Options of the webhook. */
export const telling = {
  /** False: the event is lost. */
  event: z.boolean().default(true),
  /** The length of a minute between tries. */
  minuteMs: z.number().positive().default(60_000),
}

interface Telling {
  readonly event: boolean
  readonly minuteMs: number
}

interface ProjectEvent {
  readonly event: string
  readonly propertyId: string
  readonly payload: object
}

/** Between tries, in minutes. */
const waits = [1, 2, 4, 8, 15, 30, 60, 120, 240, 360, 600]

/** Repeats the call after a 5xx or no answer, up to eleven times; the caller waits only for the first try. */
export async function tell(
  context: SandboxContext,
  store: MessageStore,
  { event, propertyId, payload }: ProjectEvent,
  how: Telling,
): Promise<(number | null)[]> {
  if (!how.event) return []
  const url = projectUrl(context, '/webhooks/channel-manager')
  const headers = { 'x-webhook-secret': context.credentials.channelManagerWebhookSecret }
  const call = { event, payload, property_id: propertyId, user_id: null }
  const once = () => callOnce(url, headers, { ...call, timestamp: new Date().toISOString() })
  const again = async (epoch: number) => {
    for (const wait of waits) {
      await sleep(wait * how.minuteMs)
      if (store.epoch !== epoch) return
      const status = await once()
      if (status !== null && status < 500) return
    }
  }
  const status = await once()
  // Not awaited: the repetitions may take a day. They never reject.
  if (status === null || status >= 500) void again(store.epoch)
  return [status]
}
