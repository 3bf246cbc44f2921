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

/**
 * The processes that share a lane: one for what is due, one for first tries. Each takes its part of the calls a second.
 */
export const processesPerLane = 2

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
