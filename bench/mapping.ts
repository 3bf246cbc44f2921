import { roomJudge } from '../functions/src/lib/connection/mapping/judge.ts'
import { mapOffer } from '../functions/src/lib/connection/mapping/map-offer.ts'
import model from '../functions/src/lib/connection/mapping/weights.json' with { type: 'json' }
import { casesOf, groupOf, pairHotels } from '../mapping-lab/cases.ts'
import { type Figures, figuresOf, leaveOneOut, type Verdict } from '../mapping-lab/evaluate.ts'
import { learn } from '../mapping-lab/learn.ts'
import { type LabelledHotel, readLabelled, setsPath } from '../mapping-lab/sets.ts'
import { modelOf } from '../mapping-lab/table.ts'
import { hotelOf } from './mapping/hotel.ts'
import { likenesses } from './mapping/likeness.ts'
import { engineOrder, firstChoices, outcomes, windows } from './mapping/windows.ts'
import { compare, median, type Report, type Result, reach } from './result.ts'

const rounds = 9

/**
 * How well and how fast the mapping engine pairs rooms. Each labelled hotel is judged by weights fitted without it,
 * with all rooms and with the right room removed; the 45 pairs by the present weights, and by weights fitted without
 * them.
 */
export async function benchMapping(): Promise<Report> {
  const hotels = readLabelled()
  const all = { 'a to b': windows('a to b'), 'b to a': windows('b to a') }
  const rows = all['a to b'].reduce((sum, window) => sum + window.length, 0)
  return {
    title: 'mapping: rooms paired by their names, against likeness of strings',
    method: [
      hotels ? `${hotels.length} labelled hotels, each left out in turn` : noSets(),
      `45 pairs: ${rows} rows in ${all['a to b'].length} windows of 6 to 12 neighbouring names, each direction`,
      `processor times are medians of n = ${rounds}`,
    ].join('; '),
    results: [
      ...(hotels ? labelledRows(hotels) : []),
      ...Object.entries(all).flatMap(([direction, list]) => windowRows(direction, list, 'as they stand')),
      ...(hotels ? unseenPairs(hotels, all) : []),
      ...growth(),
    ],
  }
}

const noSets = () => `there are no labelled sets in ${setsPath()} (MAPPING_DATA says where they are)`

function labelledRows(hotels: readonly LabelledHotel[]): Result[] {
  const verdicts = leaveOneOut(casesOf([...hotels, ...pairHotels()]), model)
  const labelled = verdicts.filter(one => groupOf(one.case) !== 'pairs')
  const figures = figuresOf(labelled)
  return [...likenessRows(labelled, figures), ...outcomeRows(figures)]
}

/** First choices of rows whose name decides, compared with each likeness of strings. */
function likenessRows(verdicts: readonly Verdict[], figures: Figures): Result[] {
  const strong = verdicts.filter(one => one.case.kind === 'strong' && !one.case.isMissing)
  return Object.entries(likenesses).map(([name, similarity]) => {
    const right = strong.filter(({ case: { title, label, rooms } }) => {
      const scores = similarity(title, rooms)
      return rooms[scores.indexOf(Math.max(...scores))] === label
    })
    const share = figures['first choice right'] / figures.strong
    return reach(
      `hotel left out: first choice right, against ${name}`,
      share,
      right.length / strong.length,
      0.95,
    )
  })
}

const outcomeRows = (figures: Figures): Result[] => {
  const missing = figures['right one missing']
  const rows: [title: string, figure: keyof Figures, of: number, goal: number | null][] = [
    ['proposed and right, of the same', 'proposed and right', figures.strong, null],
    ['first choice right, of weak rows', 'first choice of weak right', figures.weak, null],
    ['sure and wrong, of all rows', 'sure and wrong', 550, 1 / 550],
    ['sure though the name does not decide', 'ambiguous, but sure', figures.ambiguous, 0],
    ['proposed though there is none', 'none, but proposed', figures.none, 0.15],
    ['right room missing: another one sure', 'right one missing, another sure', missing, 0],
    ['right room missing: another one proposed', 'right one missing, another proposed', missing, null],
  ]
  return [
    reach('sure and right, of all whose name decides', figures['sure and right'] / figures.strong, 1, 0.6),
    ...rows.map(([title, figure, of, goal]) => compare(title, figures[figure], of, goal, 'rows')),
  ]
}

/** The 45 pairs by weights that were fitted on the labelled hotels alone. */
function unseenPairs(
  hotels: readonly LabelledHotel[],
  all: Readonly<Record<string, ReturnType<typeof windows>>>,
): Result[] {
  const unseen = modelOf(learn(casesOf(hotels)), model, {}, {})
  return Object.entries(all).flatMap(([direction, list]) =>
    windowRows(direction, list, 'never seen', roomJudge(unseen)),
  )
}

/** A likeness of strings has no doubts: each of its wrong first choices is a wrong pair that is not marked. */
function windowRows(
  direction: string,
  list: ReturnType<typeof windows>,
  how: string,
  judge = roomJudge(model),
): Result[] {
  const { rows, sure, proposed, wrong } = outcomes(list, false, judge)
  const missing = outcomes(list, true, judge)
  const others = Object.entries(likenesses).map(([name, one]) => [name, firstChoices(list, one)] as const)
  const [best, share] = others.reduce((a, b) => (b[1] > a[1] ? b : a))
  const title = `45 pairs ${how}, ${direction}`
  return [
    reach(
      `${title}: first choice right, against ${best}`,
      firstChoices(list, engineOrder(judge)),
      share,
      0.97,
    ),
    compare(`${title}: wrong pairs not marked`, wrong, Math.round(rows * (1 - share)), 0, 'pairs'),
    compare('the same, with the right room missing', missing.wrong, missing.rows, 0, 'pairs'),
    compare('mapped right, of all rows', sure + proposed, rows, null, 'rows'),
    compare('mapped right without review, of all rows', sure, rows, null, 'rows'),
  ]
}

/** Compares each size with half of it, and 500 rooms with a second. */
function growth(): Result[] {
  const times = new Map([125, 250, 500, 1000].map(size => [size, timeOf(size)]))
  const timed = (size: number) => times.get(size) ?? Number.NaN
  return [
    compare('500 rooms, 2000 rates, against a second', timed(500), 1000, 1),
    ...[250, 500, 1000].map(size =>
      compare(`${size} rooms, ${size * 4} rates, against half as many`, timed(size), timed(size / 2)),
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
