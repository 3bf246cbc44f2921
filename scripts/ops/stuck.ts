import type { OpsContext } from '../../functions/src/lib/ops/context.ts'
import { mend } from '../../functions/src/lib/ops/mend.ts'
import { type StuckName, type StuckOptions, stuckStates } from '../../functions/src/lib/ops/stuck.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { actor } from './context.ts'

/** How each command for a stuck state is written, and what it does. */
export const stuckHelp = {
  release: ['--document PATH', 'takes a claim back, so that workdue goes on at once'],
  requeue: [
    '--kind K [--id ID]',
    `makes work due at once, all of a kind or one: ${Object.keys(dueKinds).join(', ')}`,
  ],
  'push-record': ['--thread T', 'writes the search record of a thread again'],
  'drop-mapping': ['--channel C', 'gives up a mapping that the channel manager does not take'],
  'settle-attempt': ['--attempt A', 'records that a person has removed the rest of a rejected connection'],
  acknowledge: ['--revision R', 'takes a booking that nobody can read out of the feed'],
  'close-items': ['--kind K [--id ID]', 'resolves all open items of a kind, or one'],
  'forget-address': ['--guest G --address A', 'takes an address or chatapp id from a guest'],
} as const satisfies Record<StuckName, readonly [options: string, does: string]>

export const mendStuck = async (
  context: OpsContext,
  name: StuckName,
  options: StuckOptions & { 'dry-run': boolean },
): Promise<object> =>
  mend(context, actor, {
    action: `ops.${name}`,
    mendings: await stuckStates[name](context, options),
    isDryRun: options['dry-run'],
  })
