import { byChannel } from '../chat/channel-types.ts'
import type { Lane } from './lanes.ts'

export const instances = { integrations: 2, chat: 4, uploads: 2, webhooks: 2 } as const

type Weights = Readonly<Record<string, number>>

const ofLanes: Readonly<Record<Lane, Weights>> = {
  ...byChannel(() => ({ workdue: 4, handlemessage: 3, chat: 1 })),
  ota: { workdue: 4, handlemessage: 4, chat: 2, webhooks: 2, sweepota: 4 },
  'look-up': { workdue: 4, sweepinbound: 2, handlemessage: 1, chat: 1 },
  email: { workdue: 1, sendemail: 1 },
  'guest-platform': { workdue: 1, handlemessage: 1 },
  search: { workdue: 2, handlemessage: 4, syncthread: 1, comparesearch: 1 },
  // Schedules call all day, people for minutes.
  'channel-manager': {
    watchchannels: 21,
    sweepota: 17,
    integrations: 10,
    workdue: 6,
    webhooks: 4,
    sweepbookingfeed: 3,
    handlemessage: 2,
    chat: 1,
  },
  storage: { workdue: 1, handlemessage: 1, uploads: 1, chat: 1 },
}

/** The channel manager limits each route; the first match counts. */
const ofRoutes: readonly (readonly [RegExp, Weights])[] = [
  [/message_threads(\/:id)?$/, { sweepota: 6, workdue: 1, webhooks: 1 }],
  [/message|attachments/, { workdue: 3, webhooks: 2, sweepota: 1, handlemessage: 1, chat: 1 }],
  [/booking|reservation/, { webhooks: 6, integrations: 4, workdue: 3, sweepbookingfeed: 3 }],
  [/./, { watchchannels: 2, workdue: 1, integrations: 1 }],
]

/** All instances together keep the limit. */
export function sharesOf(lane: Lane, route = ''): Map<string, number> {
  const [, weights = ofLanes[lane]] = ofRoutes.find(([path]) => path.test(route)) ?? []
  const all = Object.values(weights).reduce((sum, one) => sum + one)
  const counts = new Map<string, number>(Object.entries(instances))
  return new Map(
    Object.entries(weights).map(([name, weight]) => [name, weight / all / (counts.get(name) ?? 1)]),
  )
}

/** A process outside a deployment takes half. */
export const shareOf = (lane: Lane, functionName = '', route?: string): number =>
  sharesOf(lane, route).get(functionName) ?? 1 / 2
