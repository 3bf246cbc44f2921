import { ratio, token_set_ratio, token_sort_ratio } from 'fuzzball'
import { mapOffer } from '../functions/src/lib/connection/mapping/map-offer.ts'
import { hotelOf } from './mapping/hotel.ts'
import { engineOrder, firstChoices, outcomes, type Similarity, windows } from './mapping/windows.ts'
import { compare, median, type Report, type Result, reach } from './result.ts'

const rounds = 9
const each =
  (similarity: (one: string, other: string) => number): Similarity =>
  (title, names) =>
    names.map(name => similarity(title, name))
const fuzzy: Record<string, Similarity> = {
  'token-sort ratio': each((one, other) => token_sort_ratio(one, other)),
  'token-set ratio': each((one, other) => token_set_ratio(one, other)),
  'plain ratio': each((one, other) => ratio(one, other)),
}

/**
 * How well and how fast the mapping engine pairs rooms. A first choice is the best scored candidate of a row; fuzzy
 * string ratios choose from the same windows. The outcome rows count what the whole mapping makes of each row.
 */
export async function benchMapping(): Promise<Report> {
  const all = { 'a to b': windows('a to b'), 'b to a': windows('b to a') }
  const rows = all['a to b'].reduce((sum, window) => sum + window.length, 0)
  return {
    title: 'mapping: rooms of two OTAs paired by their names, beside fuzzy string matching',
    method: `${rows} rows in ${all['a to b'].length} windows of 6 to 12 neighbouring names, each direction; processor times are medians of n = ${rounds}`,
    results: [
      ...Object.entries(all).flatMap(([direction, list]) => choiceRows(direction, list)),
      ...Object.entries(all).flatMap(([direction, list]) => outcomeRows(direction, list)),
      ...growth(),
    ],
  }
}

const choiceRows = (direction: string, list: ReturnType<typeof windows>): Result[] => {
  const ours = firstChoices(list, engineOrder())
  return Object.entries(fuzzy).map(([name, similarity]) =>
    reach(`first choice right, ${direction}, beside ${name}`, ours, firstChoices(list, similarity), 0.95),
  )
}

/** A string ratio has no doubts: each of its wrong first choices is a wrong pair that is not marked. */
function outcomeRows(direction: string, list: ReturnType<typeof windows>): Result[] {
  const { rows, sure, proposed, wrong } = outcomes(list)
  const missing = outcomes(list, true)
  const wrongOfFuzzy = Math.round(
    rows * (1 - Math.max(...Object.values(fuzzy).map(one => firstChoices(list, one)))),
  )
  return [
    compare(`wrong pairs not marked, ${direction}, beside the best ratio`, wrong, wrongOfFuzzy, 0, 'pairs'),
    compare(`the same, with the right room missing`, missing.wrong, missing.rows, 0, 'pairs'),
    compare(`mapped right, ${direction}, of all rows`, sure + proposed, rows, null, 'rows'),
    compare(`mapped right without review, ${direction}, of all rows`, sure, rows, null, 'rows'),
  ]
}

/** Each size beside half of it; 500 rooms beside a second. */
function growth(): Result[] {
  const times = new Map([125, 250, 500, 1000].map(size => [size, timeOf(size)]))
  const timed = (size: number) => times.get(size) ?? Number.NaN
  return [
    compare('500 rooms, 2000 rates, beside a second', timed(500), 1000, 1),
    ...[250, 500, 1000].map(size =>
      compare(`${size} rooms, ${size * 4} rates, beside half as many`, timed(size), timed(size / 2)),
    ),
  ]
}

/** Processor time: nothing here waits, and so other work on the machine does not count. */
function timeOf(size: number): number {
  const { offer, rooms, ratePlans } = hotelOf(size)
  const times = Array.from({ length: rounds }, () => {
    const began = process.cpuUsage()
    mapOffer(offer, rooms, ratePlans)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return median(times)
}
