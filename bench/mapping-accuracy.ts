import { readFileSync } from 'node:fs'
import path from 'node:path'
import { roomAspects } from '../functions/src/lib/connection/mapping/aspects.ts'
import { scoreNames } from '../functions/src/lib/connection/mapping/evidence.ts'
import { mapOffer, remembered } from '../functions/src/lib/connection/mapping/map-offer.ts'
import { parseRoomName } from '../functions/src/lib/connection/mapping/parse-room-name.ts'

/** One room as two OTAs call it. */
export interface Pair {
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

function readPairs(): Pair[] {
  const [, ...lines] = readFileSync(path.join(import.meta.dirname, 'data', 'room-names.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
  return lines.map(line => {
    const [, quoted, plain, ours = ''] = /^(?:"([^"]*)"|([^,]*)),(.*)$/.exec(line) ?? []
    return { ota: quoted ?? plain ?? '', ours }
  })
}

/** The partners of all rows with this row's name: a name that stands twice in a window has two right answers. */
const rightAnswers = (window: Window, { ota }: Pair): Set<string> =>
  new Set(window.filter(pair => pair.ota === ota).map(pair => pair.ours))

export type Similarity = (ota: string, ours: string) => number

const parsed = remembered(parseRoomName)

/** The engine's own score of two names. */
export const engineScore: Similarity = (ota, ours) => scoreNames(roomAspects, parsed(ota), parsed(ours)).value

/** The share of rows whose best scored candidate is a right answer. Where several are best, one of them suffices. */
export function firstChoices(all: readonly Window[], similarity: Similarity): number {
  const right = all.flatMap(window =>
    window.map(row => {
      const scores = window.map(({ ours }) => similarity(row.ota, ours))
      const best = Math.max(...scores)
      return window.some(({ ours }, at) => scores[at] === best && rightAnswers(window, row).has(ours))
    }),
  )
  return right.filter(Boolean).length / right.length
}

/** What the mapping makes of the rows, each counted in every window it stands in. */
export interface Outcome {
  rows: number
  /** Mapped without review, to the right room. */
  sure: number
  /** Mapped to the right room, for review. */
  proposed: number
  /** Mapped to a wrong room, for review. */
  misproposed: number
  unmapped: number
  /** Mapped to a wrong room without review: what must not happen. */
  wrong: number
}

/** Maps every window; with `isPartnerMissing` once for each row without its partner, and looks at that row alone. */
export function outcomes(all: readonly Window[], isPartnerMissing = false): Outcome {
  const outcome = { rows: 0, sure: 0, proposed: 0, misproposed: 0, unmapped: 0, wrong: 0 }
  for (const window of all) {
    if (isPartnerMissing) {
      for (const row of window) {
        const right = rightAnswers(window, row)
        const rest = window.map(pair => pair.ours).filter(name => !right.has(name))
        outcome[judge(window, rest, window.indexOf(row), new Set())] += 1
        outcome.rows += 1
      }
      continue
    }
    const ours = window.map(pair => pair.ours)
    window.forEach((row, at) => {
      outcome[judge(window, ours, at, rightAnswers(window, row))] += 1
      outcome.rows += 1
    })
  }
  return outcome
}

function judge(window: Window, ours: readonly string[], at: number, right: ReadonlySet<string>) {
  const row = mapped(window, ours)[at]
  if (!row || row.roomId === null) return 'unmapped'
  const isRight = right.has(ours[Number(row.roomId)] ?? '')
  if (isRight) return row.needsReview ? 'proposed' : 'sure'
  return row.needsReview ? 'misproposed' : 'wrong'
}

function mapped(window: Window, ours: readonly string[]) {
  return mapNames(JSON.stringify([window.map(({ ota }) => ota), ours]))
}

/** Many windows are asked for row by row. */
const mapNames = remembered((key: string) => {
  const [theirs, ours]: [string[], string[]] = JSON.parse(key)
  const rooms = ours.map((name, at) => ({ id: String(at), name }))
  const offered = theirs.map((title, at) => ({ id: at, title, rates: [] }))
  return mapOffer({ pricingType: 'Standard', rooms: offered }, rooms, []).rooms
})
