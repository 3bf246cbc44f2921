import { channelNames } from '../chat/channel-names.ts'
import { recordOf } from '../record-of.ts'

/** Each vendor has its own, so that none waits for another. */
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

interface LaneLimit {
  perSecond: number
  atOnce: number
}
export type LaneLimits = Readonly<Record<Lane, LaneLimit>>

/** Older configurations lack this lane. */
const byDefault = 'storage=1000/10'

/** `chatapp=80/40, sms=1/2`: calls per second, concurrency. Throws if invalid. */
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
