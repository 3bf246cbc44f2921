/** Whom due work goes to: each vendor has lanes of its own, so that none waits for another. */
export const laneNames = [
  'chatapp',
  'sms',
  'look-up',
  'email',
  'guest-platform',
  'search',
  'channel-manager',
] as const
export type Lane = (typeof laneNames)[number]

/** How fast a lane may go. */
export interface LaneLimit {
  /** Calls that its vendor gets in a second. */
  perSecond: number
  /** Pieces of due work under way at once. */
  atOnce: number
}
export type LaneLimits = Readonly<Record<Lane, LaneLimit>>

/** What each instance of a function takes of a lane's calls a second, so that all that there may be keep to it together. */
export const shares: Readonly<Record<Lane, Readonly<Record<string, number>>>> = {
  chatapp: { workdue: 1 / 2, delivermessage: 3 / 8, chat: 1 / 32 },
  sms: { workdue: 1 / 2, delivermessage: 3 / 8, chat: 1 / 32 },
  'look-up': { workdue: 1 / 2, sweepinbound: 1 / 4, delivermessage: 1 / 8, chat: 1 / 32 },
  email: { workdue: 1 / 2, sendemail: 1 / 2 },
  'guest-platform': { workdue: 1 / 2, forwardmessage: 1 / 2 },
  search: { workdue: 1 / 4, syncthreadonmessage: 1 / 4, syncthread: 1 / 8, comparesearch: 1 / 8 },
  'channel-manager': {
    ...{ workdue: 1 / 4, integrations: 1 / 8, watchchannels: 1 / 4 },
    ...{ sweepbookingfeed: 1 / 16, provechannel: 1 / 16, webhooks: 1 / 16 },
  },
}

/** The part of a lane that one instance of a function takes; a process outside of a deployment takes half. */
export const shareOf = (lane: Lane, functionName: string | undefined): number =>
  (functionName === undefined ? undefined : shares[lane][functionName]) ?? 1 / 2

/** `chatapp=80/40, sms=1/2`: calls a second and pieces at once, by lane; every lane has to be named. Throws what is wrong. */
export function parseLanes(text: string): LaneLimits {
  const given = new Map(
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(part => [part.split('=')[0], limitOf(part)]),
  )
  const limits = laneNames.map(lane => {
    const limit = given.get(lane)
    if (!limit) throw new Error(`LANES says nothing of ${lane}`)
    given.delete(lane)
    return [lane, limit] as const
  })
  for (const unknown of given.keys()) throw new Error(`LANES: there is no lane ${unknown}`)
  return Object.fromEntries(limits) as Record<Lane, LaneLimit>
}

const form = /^[a-z-]+=(\d+(?:\.\d+)?)\/(\d+)$/

function limitOf(part: string): LaneLimit {
  const [, perSecond, atOnce] = form.exec(part) ?? []
  const limit = { perSecond: Number(perSecond), atOnce: Number(atOnce) }
  if (limit.perSecond > 0 && limit.atOnce > 0) return limit
  throw new Error(`LANES: "${part}" is not of the form chatapp=80/40`)
}
