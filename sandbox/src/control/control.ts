/** The routes of `/_sandbox/…`, which drive and inspect the stand-ins. */

import type { SandboxContext } from '../core/context.ts'
import { type Faults, faultSchema } from '../core/faults.ts'
import type { Recorder } from '../core/recorder.ts'
import { createRouter } from '../core/router.ts'
import { json, Refusal, type Reply, type VendorRequest } from '../core/vendor.ts'
import type { Vendors } from '../vendors.ts'
import { confirmInvoice } from './billing-control.ts'
import { addEvent, forgetBookings, injectBooking, seed, setRemoval } from './channel-manager-control.ts'
import { setConfig } from './config-control.ts'
import { messageControls } from './message-control.ts'
import { parseControl } from './parse-control.ts'
import { tellEvent } from './sendgrid-control.ts'
import { receiveInbound, sendStatus } from './twilio-control.ts'

export interface ControlDeps {
  readonly context: SandboxContext
  readonly vendors: Vendors
  readonly faults: Faults
  readonly recorder: Recorder
}

function stateOf(vendors: Vendors, query: URLSearchParams): Reply {
  const entries = Object.entries(vendors)
  const vendorName = query.get('vendor')
  if (vendorName === null)
    return json(200, Object.fromEntries(entries.map(([name, vendor]) => [name, vendor.state()])))
  const vendor = entries.find(([name]) => name === vendorName)?.[1]
  return vendor ? json(200, vendor.state()) : json(404, { error: `no vendor ${vendorName}` })
}

/** Back to the seed: state, requests and faults. The configuration stays. */
function resetAll({ vendors, faults, recorder }: ControlDeps): Reply {
  for (const vendor of Object.values(vendors)) vendor.reset()
  faults.clear()
  recorder.clear()
  return json(200, { reset: true })
}

export function createControl(deps: ControlDeps) {
  const { context, vendors, faults, recorder } = deps
  const { messages } = vendors['channel-manager'].store
  const route = createRouter({
    'GET /requests': ({ query }) =>
      json(200, recorder.list(query.get('vendor') ?? undefined, Number(query.get('after') ?? 0))),
    'GET /state': ({ query }) => stateOf(vendors, query),
    'POST /reset': () => resetAll(deps),
    'POST /faults': ({ body }) => {
      faults.add(parseControl(faultSchema, body))
      return json(201, {})
    },
    'DELETE /faults': () => {
      faults.clear()
      return { status: 204 }
    },
    'GET /config': () => json(200, { publicUrl: context.publicUrl ?? null }),
    'POST /config': ({ body }) => setConfig(context, body),
    'POST /seed': ({ body }) => seed(vendors['channel-manager'].store, body),
    'POST /channel-manager/booking': ({ body }) => injectBooking(vendors['channel-manager'].store, body),
    'POST /channel-manager/forget': ({ body }) => forgetBookings(vendors['channel-manager'].store, body),
    'POST /channel-manager/removal': ({ body }) => setRemoval(vendors['channel-manager'].store, body),
    'POST /channel-manager/event': ({ body }) => addEvent(context, vendors['channel-manager'].store, body),
    ...messageControls(context, messages),
    'POST /billing/confirm': ({ body }) => confirmInvoice(context, body),
    'POST /sendgrid/event': ({ body }) => tellEvent(context, vendors.sendgrid, body),
    'POST /twilio/inbound': request => receiveInbound(context, vendors.twilio.store, request),
    'POST /twilio/status': ({ body }) => sendStatus(context, vendors.twilio.store, body),
  })
  return async (request: VendorRequest): Promise<Reply> => {
    try {
      return (await route(request)) ?? json(404, { error: `no control ${request.method} ${request.path}` })
    } catch (error) {
      if (error instanceof Refusal) return error.reply
      throw error
    }
  }
}
