import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { isColleague, notOfStaff } from '../desk/colleague.ts'

/**
 * Whether all whom a note mentions are of the staff; who is away may be mentioned. Throws `validation-failed`. One round
 * trip, none where nobody is mentioned.
 */
export async function checkMentions(
  { userStatuses }: Needs<'userStatuses'>,
  actor: Actor,
  { mentions }: { mentions?: readonly string[] | undefined },
): Promise<void> {
  if (mentions === undefined) return
  const known = await userStatuses.find(mentions)
  const errors = mentions.flatMap((userId, at) =>
    isColleague(known.get(userId), userId, actor)
      ? []
      : [{ path: `mentions.${at}`, message: 'must be somebody of our staff' }],
  )
  if (errors.length > 0) throw notOfStaff('Mention somebody who works here.', errors)
}
