import type { OpsContext } from '../../functions/src/lib/ops/context.ts'
import { listDue } from '../../functions/src/lib/ops/list-due.ts'

/** `ops due`: prints how much is due of each kind and since when, which lanes are shut, and since when each round runs. */
export async function showDue(context: OpsContext): Promise<object> {
  const listed = await listDue(context)
  const columns = (first: string, second: string) => `${first.padEnd(22)}${second.padEnd(18)}`
  console.log(`${columns('kind', 'lane')}${'due now'.padStart(8)}`)
  for (const { kind, lane, count, later, oldestSeconds } of listed.due) {
    const age = oldestSeconds === null ? [] : [`oldest due for ${oldestSeconds} s`]
    const waiting = later === 0 ? [] : [`${later} later`]
    const rest = [...age, ...waiting].join(', ')
    console.log(`${columns(kind, lane)}${String(count).padStart(8)}  ${rest}`.trimEnd())
  }
  for (const { lane, says } of listed.lanes) console.log(`${columns('lane', lane)}${says}`)
  for (const { round, since, looked, count } of listed.rounds) {
    const watched = looked === undefined ? '' : `: ${looked} of ${count} channels looked at`
    console.log(`${`round ${round}`.padEnd(48)}  since ${since ?? 'never'}${watched}`)
  }
  return listed
}
