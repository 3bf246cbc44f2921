import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { scheduleNames, schedules } from '../functions/src/lib/schedules.ts'
import type { Bill } from '../functions/test/support/platform.ts'
import { type Amounts, amountsOf, heads, usdOf } from './amounts.ts'
import { type IdleDays, lineThrough } from './idle-sums.ts'

const documentation = path.join(import.meta.dirname, '../docs/costs.md')

/** What happens at a property in a month, as the tables assume. */
const monthOfAProperty: Readonly<Record<string, number>> = {
  ...{ 'a plain post': 10, 'a note': 5, 'a chatapp message that is sent, delivered and read': 15 },
  ...{ 'an SMS that is sent and delivered': 2, 'a message of a guest': 20, 'reading what a guest wrote': 40 },
  ...{ "a message of a guest in an OTA's inbox": 20, "an answer in an OTA's inbox that is sent": 15 },
  ...{ 'a booking': 4, 'a connection that is paid': 0.05 },
}

/** Writes what was counted, and what it costs in a month, into `docs/costs.md`. */
export function writeTables(acts: Readonly<Record<string, Bill>>, { days, line }: IdleDays): void {
  const row = (name: string, amounts: Amounts) => [
    name,
    ...Object.values(amounts).map(number),
    usd(usdOf(amounts)),
  ]
  const counted = markdown([
    ['one', ...heads],
    ...Object.entries(acts).map(([name, bill]) => row(name, amountsOf(bill))),
    ...days.map(({ name, amounts }) => row(name, amounts)),
  ])
  const [, middle, largest] = days
  if (!middle || !largest) throw new Error('There are too few idle days.')
  // Of a property with ten threads and a channel. What grows with the size grows evenly.
  const idleAt = lineThrough(
    { at: middle.channels, value: middle.amounts },
    { at: largest.channels, value: largest.amounts },
  )
  const counts = [1_000, 10_000, 100_000]
  const months = markdown([
    ['a month with so many properties', ...counts.map(number)],
    ...Object.entries(monthOfAProperty).map(([name, times]) => [
      `${name}, ${times} a property`,
      ...counts.map(count => {
        const bill = acts[name]
        return bill ? usd(count * times * usdOf(amountsOf(bill))) : ''
      }),
    ]),
    ['idle', ...counts.map(count => usd(30 * usdOf(idleAt(count))))],
  ])
  const parts = markdown([
    [
      'a month of',
      ...days.map(({ threads, channels }) => `${number(threads)} threads, ${number(channels)} channels`),
    ],
    ...scheduleNames.map(name => [
      `\`${name}\`, every ${schedules[name] === 1 ? 'minute' : `${schedules[name]} minutes`}`,
      ...days.map(day => {
        const ofMonth = usd(30 * usdOf(day.parts[name]))
        return `${number(Math.round(30 * day.parts[name].firestoreReads))} reads, ${ofMonth}`
      }),
    ]),
  ])
  const growth = `With 7,000 and with 10,000 threads a week of the comparison was played: ${line.perThread.toFixed(2)} reads a thread, and ${number(Math.round(line.withNone))} for its runs. 100,000 stand on the line through both.`
  const tables = { acts: counted, months, parts, growth }
  const text = readFileSync(documentation, 'utf8')
  const written = Object.entries(tables).reduce((all, [name, table]) => hosted(all, name, table), text)
  writeFileSync(documentation, written)
}

/** A text with this between the marks of that name. */
const hosted = (text: string, name: string, content: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`),
    (_, begin, end) => `${begin}\n\n${content}\n\n${end}`,
  )

const number = (value: number): string => value.toLocaleString('en')
const usd = (value: number): string => {
  if (value < 1) return value.toFixed(5)
  return value < 100 ? value.toFixed(2) : number(Math.round(value))
}
const markdown = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
