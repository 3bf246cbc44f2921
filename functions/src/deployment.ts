import { setGlobalOptions } from 'firebase-functions/options'
import { createServices } from './composition.ts'
import { settings } from './config.ts'

setGlobalOptions({ region: 'europe-west1', memory: '512MiB', invoker: 'public' })

/** What an instance has, how many requests or events it takes at once, and how many instances there may be. */
const size = (cpu: number, concurrency: number, maxInstances: number) => ({ cpu, concurrency, maxInstances })
// By the clock, one run at a time; waiting for vendors takes no CPU.
const alone = size(0.5, 1, 1)
// First tries keep to their part of a lane, which they count in their process, so there is one.
const oneProcess = size(1, 80, 1)

/** Within the quota of a new project (docs/decisions/026). */
export const sizes = {
  chat: size(1, 40, 4),
  // As many at once as there is memory for, each with the largest body: parsed, it takes twenty times its length.
  integrations: size(1, 8, 2),
  webhooks: size(1, 8, 2),
  delivermessage: oneProcess,
  forwardmessage: oneProcess,
  sendemail: oneProcess,
  syncthreadonmessage: size(1, 80, 2),
  syncthread: size(1, 80, 1),
  provechannel: alone,
  workdue: size(1, 1, 1),
  comparesearch: alone,
  watchchannels: alone,
  sweepbookingfeed: alone,
  sweepinbound: alone,
  watchroles: alone,
}

export const services = createServices({ settings })
