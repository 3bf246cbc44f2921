import { readFileSync } from 'node:fs'
import type { Judge } from '../../functions/src/lib/connection/mapping/judge.ts'
import { mapOffer, rankRooms } from '../../functions/src/lib/connection/mapping/map-offer.ts'
import { remembered } from '../../functions/src/lib/connection/mapping/spelling.ts'
import type { RoomMapping } from '../../functions/src/lib/connection/model.ts'
import { pairsFile, readCsv } from '../../mapping-lab/sets.ts'

/** One room as two OTAs call it. */
interface Pair {
  ota: string
  ours: string
}

/** Neighbouring rows, taken as one hotel. */
type Window = readonly Pair[]

/** Every run of 6 to 12 neighbouring rows of the list, in either direction. */
export function windows(direction: 'a to b' | 'b to a'): Window[] {
  const pairs = readPairs().map(({ ota, ours }) =>
    direction === 'a to b' ? { ota, ours } : { ota: ours, ours: ota },
  )
  return [6, 7, 8, 9, 10, 11, 12].flatMap(size =>
    Array.from({ length: pairs.length - size + 1 }, (_, start) => pairs.slice(start, start + size)),
  )
}

const readPairs = (): Pair[] =>
  readCsv(readFileSync(pairsFile, 'utf8'))
    .slice(1)
    .map(([ota = '', ours = '']) => ({ ota, ours }))

/** The partners of all rows with this row's name: a name that stands twice in a window has two right answers. */
const rightAnswers = (window: Window, { ota }: Pair): Set<string> =>
  new Set(window.filter(pair => pair.ota === ota).map(pair => pair.ours))

/** How near each of some names is to a title. */
export type Similarity = (title: string, names: readonly string[]) => number[]

/** The engine's own order of the rooms. */
export const engineOrder =
  (judge?: Judge): Similarity =>
  (title, names) => {
    const rooms = names.map((name, at) => ({ id: String(at), name }))
    const scores = names.map(() => 0)
    for (const { roomId, score } of rankRooms(title, rooms, judge)) scores[Number(roomId)] = score
    return scores
  }

/** The share of rows whose best candidate is a right answer. Of several best candidates one suffices. */
export function firstChoices(all: readonly Window[], similarity: Similarity): number {
  const right = all.flatMap(window => {
    const names = window.map(({ ours }) => ours)
    return window.map(row => {
      const scores = similarity(row.ota, names)
      const best = Math.max(...scores)
      return names.some((name, at) => scores[at] === best && rightAnswers(window, row).has(name))
    })
  })
  return right.filter(Boolean).length / right.length
}

/**
 * Counts outcomes of mapping; a row counts in every window that has it. With `isPartnerMissing` each row is mapped
 * alone, in its window without its partner.
 */
export function outcomes(all: readonly Window[], isPartnerMissing = false, judge?: Judge) {
  const map = mapped(judge)
  const outcome = {
    rows: 0,
    /** Mapped without review, to the right room. */
    sure: 0,
    /** Mapped to the right room, for review. */
    proposed: 0,
    /** Mapped to a wrong room, for review. */
    misproposed: 0,
    unmapped: 0,
    /** Mapped to a wrong room without review, which must not happen. */
    wrong: 0,
  }
  for (const window of all)
    for (const [at, row] of window.entries()) {
      const right = rightAnswers(window, row)
      const ours = window.map(pair => pair.ours).filter(name => !isPartnerMissing || !right.has(name))
      outcome[resultOf(map(window, ours)[at], ours, isPartnerMissing ? new Set() : right)] += 1
      outcome.rows += 1
    }
  return outcome
}

function resultOf(row: RoomMapping | undefined, ours: readonly string[], right: ReadonlySet<string>) {
  if (!row || row.roomId === null) return 'unmapped'
  const isRight = right.has(ours[Number(row.roomId)] ?? '')
  if (isRight) return row.needsReview ? 'proposed' : 'sure'
  return row.needsReview ? 'misproposed' : 'wrong'
}

/** Remembers mappings, since `outcomes` maps a window once for each row. */
function mapped(judge?: Judge) {
  const mapNames = remembered((key: string) => {
    const [theirs, ours]: [string[], string[]] = JSON.parse(key)
    const rooms = ours.map((name, at) => ({ id: String(at), name }))
    const offered = theirs.map((title, at) => ({ id: at, title, rates: [] }))
    return mapOffer({ pricingType: 'Standard', rooms: offered }, rooms, [], judge).rooms
  })
  return (window: Window, ours: readonly string[]) =>
    mapNames(JSON.stringify([window.map(({ ota }) => ota), ours]))
}
