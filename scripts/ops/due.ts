import type { OpsContext } from '../../functions/src/lib/ops/context.ts'
import { listDue } from '../../functions/src/lib/ops/list-due.ts'
import { columns } from '../stack/columns.ts'

/**
 * `ops due`: prints the amount and age of due work of each kind, which lanes are shut, and since when each round runs.
 */
export async function showDue(context: OpsContext): Promise<object> {
  const listed = await listDue(context)
  const due = listed.due.map(({ kind, lane, count, later, oldestSeconds }) => {
    const age = oldestSeconds === null ? '' : `oldest due for ${oldestSeconds} s`
    return [kind, lane, String(count), [age, later > 0 && `${later} later`].filter(Boolean).join(', ')]
  })
  const lanes = listed.lanes.map(({ lane, says }) => ['lane', lane, '', says])
  const rounds = listed.rounds.map(({ round, since, looked, count }) => {
    const watched = looked === undefined ? '' : `: ${looked} of ${count} channels looked at`
    return [`round ${round}`, '', '', `since ${since ?? 'never'}${watched}`]
  })
  console.log(columns([['kind', 'lane', 'due now'], ...due, ...lanes, ...rounds]))
  return listed
}
