import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { namesOf } from '../functions/src/lib/record-of.ts'
import type { Cost } from './acts.ts'
import { priceOf } from './prices.ts'

const documentation = path.join(import.meta.dirname, '../docs/costs.md')

/** Each figure by its name in `prices.json` and in the table. */
const columns = {
  invocations: ['invocations', 'invocations'],
  reads: ['firestoreReads', 'reads'],
  writes: ['firestoreWrites', 'writes'],
  deletes: ['firestoreDeletes', 'deletes'],
  indexCalls: ['algoliaCalls', 'index'],
  chatappCalls: ['twilioMessages', 'chatapp'],
  smsCalls: ['smsSegments', 'SMS'],
  emailCalls: ['sendgridCalls', 'e-mails'],
  guestPlatformCalls: ['guestPlatformCalls', 'guest platform'],
  channelManagerCalls: ['channelManagerCalls', 'channel manager'],
} satisfies Record<keyof Cost, [price: string, head: string]>

/** US dollars. */
const usdOf = (cost: Cost): number =>
  namesOf(columns).reduce((sum, figure) => sum + priceOf(columns[figure][0], cost[figure]), 0)

/** Writes the figures of each act, and their cost, into `docs/costs.md`; a figure that no act has needs no column. */
export function writeTable(acts: Readonly<Record<string, Cost>>): void {
  const figures = namesOf(columns).filter(figure => Object.values(acts).some(cost => cost[figure] > 0))
  const head = ['one', ...figures.map(figure => columns[figure][1]), 'US dollars']
  const rows = Object.entries(acts).map(([name, cost]) => [
    name,
    ...figures.map(figure => String(cost[figure] || '')),
    usdOf(cost).toFixed(5),
  ])
  const table = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
  const text = readFileSync(documentation, 'utf8')
  writeFileSync(
    documentation,
    text.replace(/(<!-- acts -->).*?(<!-- \/acts -->)/s, (_, begin, end) => `${begin}\n\n${table}\n\n${end}`),
  )
}
