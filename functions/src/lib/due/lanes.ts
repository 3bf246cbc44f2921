import { channelNames } from '../chat/channels/names.ts'
import { byChannel } from '../chat/channels/naming.ts'
import { recordOf } from '../record-of.ts'

/** The lanes of due work. Each vendor has its own, so that none waits for another. */
export const laneNames = [
  ...channelNames,
  'look-up',
  'email',
  'guest-platform',
  'search',
  'channel-manager',
] as const
export type Lane = (typeof laneNames)[number]

/** The rate and concurrency of a lane. */
export interface LaneLimit {
  /** Calls to its vendor per second. */
  perSecond: number
  /** Pieces of due work under way at once. */
  atOnce: number
}
export type LaneLimits = Readonly<Record<Lane, LaneLimit>>

/** Each function instance's share of a lane's rate, so that all possible instances together keep within it. */
export const shares: Readonly<Record<Lane, Readonly<Record<string, number>>>> = {
  ...byChannel(() => ({ workdue: 1 / 2, handlemessage: 3 / 8, chat: 1 / 32 })),
  'look-up': { workdue: 1 / 2, sweepinbound: 1 / 4, handlemessage: 1 / 8, chat: 1 / 32 },
  email: { workdue: 1 / 2, sendemail: 1 / 2 },
  'guest-platform': { workdue: 1 / 2, handlemessage: 1 / 2 },
  search: { workdue: 1 / 4, handlemessage: 1 / 2, syncthread: 1 / 8, comparesearch: 1 / 8 },
  'channel-manager': {
    ...{ workdue: 3 / 16, integrations: 3 / 32, watchchannels: 3 / 8 },
    ...{ sweepbookingfeed: 1 / 16, webhooks: 1 / 16, handlemessage: 1 / 32, chat: 1 / 128 },
  },
}

/** The same of each route of the channel manager, which has limits of its own. */
export const routeShares = {
  bookings: {
    ...{ workdue: 3 / 16, integrations: 1 / 8, sweepbookingfeed: 3 / 16, webhooks: 5 / 32 },
    ...{ handlemessage: 1 / 32, chat: 1 / 128 },
  },
  messages: { workdue: 1 / 2, integrations: 1 / 32, webhooks: 3 / 32, handlemessage: 1 / 8, chat: 1 / 32 },
  channels: { workdue: 1 / 4, integrations: 1 / 8, watchchannels: 1 / 2 },
} as const satisfies Record<string, Readonly<Record<string, number>>>

/** By a word of the route; the first that fits, so that messages of a booking are counted with bookings. */
const families: readonly (readonly [keyof typeof routeShares, RegExp])[] = [
  ['bookings', /booking|reservation/],
  ['messages', /message|attachment|application/],
]

/** The share of one function instance; a process outside a deployment takes half. */
export const shareOf = (lane: Lane, functionName = ''): number => shares[lane][functionName] ?? 1 / 2

export function shareOfRoute(route: string, functionName = ''): number {
  const family = families.find(([, words]) => words.test(route))?.[0] ?? 'channels'
  const ofFamily: Readonly<Record<string, number>> = routeShares[family]
  return ofFamily[functionName] ?? 1 / 2
}

/** Parses `chatapp=80/40, sms=1/2`: calls per second and concurrency of every lane. Throws for invalid text. */
export function parseLanes(text: string): LaneLimits {
  const given = new Map(
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(part => [part.split('=')[0], limitOf(part)]),
  )
  const limits = recordOf(laneNames, lane => {
    const limit = given.get(lane)
    if (!limit) throw new Error(`LANES says nothing of ${lane}`)
    given.delete(lane)
    return limit
  })
  for (const unknown of given.keys()) throw new Error(`LANES: there is no lane ${unknown}`)
  return limits
}

const form = /^[a-z-]+=(\d+(?:\.\d+)?)\/(\d+)$/

function limitOf(part: string): LaneLimit {
  const [, perSecond, atOnce] = form.exec(part) ?? []
  const limit = { perSecond: Number(perSecond), atOnce: Number(atOnce) }
  if (limit.perSecond > 0 && limit.atOnce > 0) return limit
  throw new Error(`LANES: "${part}" is not of the form chatapp=80/40`)
}
