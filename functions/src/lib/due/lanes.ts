import { channelNames } from '../chat/channels/names.ts'
import { byChannel } from '../chat/channels/naming.ts'
import { namesOf, recordOf } from '../record-of.ts'

/** The lanes of due work. Each vendor has its own, so that none waits for another. */
export const laneNames = [
  ...channelNames,
  'look-up',
  'email',
  'guest-platform',
  'search',
  'channel-manager',
  'storage',
] as const
export type Lane = (typeof laneNames)[number]

/** The rate and concurrency of a lane. */
interface LaneLimit {
  /** Calls to its vendor per second. */
  perSecond: number
  /** Pieces of due work under way at once. */
  atOnce: number
}
export type LaneLimits = Readonly<Record<Lane, LaneLimit>>

/** Each function instance's share of a lane's rate, so that all possible instances together keep within it. */
export const shares: Readonly<Record<Lane, Readonly<Record<string, number>>>> = {
  ...byChannel(() => ({ workdue: 1 / 2, handlemessage: 3 / 8, chat: 1 / 32 })),
  // Its messages are read as well as sent.
  ota: { workdue: 1 / 4, handlemessage: 1 / 4, chat: 1 / 32, webhooks: 1 / 16, sweepota: 1 / 4 },
  'look-up': { workdue: 1 / 2, sweepinbound: 1 / 4, handlemessage: 1 / 8, chat: 1 / 32 },
  email: { workdue: 1 / 2, sendemail: 1 / 2 },
  'guest-platform': { workdue: 1 / 2, handlemessage: 1 / 2 },
  search: { workdue: 1 / 4, handlemessage: 1 / 2, syncthread: 1 / 8, comparesearch: 1 / 8 },
  'channel-manager': {
    ...{ workdue: 7 / 64, integrations: 1 / 8, watchchannels: 5 / 16, sweepbookingfeed: 3 / 64 },
    ...{ webhooks: 3 / 64, sweepota: 9 / 64, handlemessage: 1 / 32, chat: 1 / 256 },
  },
  storage: { workdue: 1 / 4, handlemessage: 1 / 4, uploads: 1 / 8, chat: 1 / 16 },
}

/** The same of what the channel manager allows our key in a day: schedules call all day, people for minutes. */
export const dayShares: Readonly<Record<string, number>> = {
  ...{ workdue: 5 / 64, integrations: 1 / 32, watchchannels: 3 / 8, sweepbookingfeed: 3 / 64 },
  ...{ webhooks: 1 / 32, sweepota: 17 / 64, handlemessage: 3 / 64, chat: 1 / 64 },
}

/** The routes of the channel manager that have shares of their own, by the words of their paths. */
const routeNames = {
  /** Lists of conversations, and one. */
  conversations: /message_threads(\/:id)?$/,
  messages: /message|attachments/,
  bookings: /booking|reservation/,
  channels: /./,
}

/** The same of each route of the channel manager, which has limits of its own. */
export const routeShares: Readonly<Record<keyof typeof routeNames, Readonly<Record<string, number>>>> = {
  conversations: { sweepota: 3 / 4, workdue: 1 / 8, webhooks: 1 / 16 },
  messages: { workdue: 3 / 8, sweepota: 1 / 8, handlemessage: 1 / 8, webhooks: 1 / 8, chat: 1 / 32 },
  bookings: { workdue: 3 / 16, integrations: 1 / 8, sweepbookingfeed: 3 / 16, webhooks: 3 / 16 },
  channels: { workdue: 1 / 4, integrations: 1 / 8, watchchannels: 1 / 2 },
}

/** The share of one function instance; a process outside a deployment takes half. */
export const shareOf = (lane: Lane, functionName = ''): number => shares[lane][functionName] ?? 1 / 2

export const shareOfDay = (functionName = ''): number => dayShares[functionName] ?? 1 / 2

export function shareOfRoute(route: string, functionName = ''): number {
  const name = namesOf(routeNames).find(one => routeNames[one].test(route)) ?? 'channels'
  return routeShares[name][functionName] ?? 1 / 2
}

/** A lane that is younger than the text of a deployment. */
const byDefault = 'storage=1000/10'

/** Parses `chatapp=80/40, sms=1/2`: calls per second and concurrency of every lane. Throws for invalid text. */
export function parseLanes(text: string): LaneLimits {
  const given = new Map(
    `${byDefault},${text}`
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
