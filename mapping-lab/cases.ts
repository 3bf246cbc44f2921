import { readFileSync } from 'node:fs'
import { roomAspects } from '../functions/src/lib/connection/mapping/aspects.ts'
import {
  type Comparison,
  comparisonOf,
  type Weights,
  weightName,
} from '../functions/src/lib/connection/mapping/evidence.ts'
import { parseRoomName } from '../functions/src/lib/connection/mapping/parse-room-name.ts'
import { spellingOf } from '../functions/src/lib/connection/mapping/spelling.ts'
import { ambiguous, type LabelledHotel, type LabelledRow, none, pairsFile, readCsv } from './sets.ts'

/**
 * The kind of a row: one room is right, surely (strong) or by elimination (weak), no room is, or the name does not
 * decide.
 */
export type Kind = 'strong' | 'weak' | 'none' | 'ambiguous'

const kindOf = ({ label, isWeak }: LabelledRow): Kind =>
  label === none ? 'none' : label === ambiguous ? 'ambiguous' : isWeak ? 'weak' : 'strong'

/** One name beside the rooms of its hotel, ready to be fitted or judged. */
export interface Case extends LabelledRow {
  kind: Kind
  /** The right room was removed from the list, so no room is right. */
  isMissing: boolean
  rooms: readonly string[]
  comparison: ReturnType<typeof comparisonOf>
  /** One for each room. */
  evidence: readonly Weights[]
}

/** Rows of a group are left out together. */
export const groupOf = ({ hotel }: Pick<LabelledRow, 'hotel'>): string =>
  hotel.startsWith('pairs') ? 'pairs' : hotel

/** Every row with all rooms; a row with a right room also without that room. */
export const casesOf = (hotels: readonly LabelledHotel[]): Case[] =>
  hotels.flatMap(({ rooms, rows }) =>
    rows.flatMap(row => {
      const kind = kindOf(row)
      const whole = caseOf(row, kind, rooms, false)
      if (kind === 'none' || kind === 'ambiguous') return [whole]
      return [
        whole,
        caseOf(
          row,
          kind,
          rooms.filter(name => name !== row.label),
          true,
        ),
      ]
    }),
  )

function caseOf(row: LabelledRow, kind: Kind, rooms: readonly string[], isMissing: boolean): Case {
  const spell = spellingOf(rooms, [row.title])
  const comparison = comparisonOf(
    roomAspects,
    [parseRoomName(row.title, spell)],
    rooms.map(name => parseRoomName(name, spell)),
  )
  const evidence = rooms.map((_, column) => evidenceOf(comparison, 0, column))
  return { ...row, kind, isMissing, rooms, comparison, evidence }
}

/** The weights are fitted on this evidence. */
function evidenceOf(comparison: Comparison, row: number, column: number): Weights {
  const found: Record<string, number> = { 'any pair': 1, ...comparison.words(row, column) }
  for (const { aspect, outcome } of comparison.findings(row, column))
    found[weightName(aspect.name, outcome)] = 1
  return found
}

/** Rooms that neighbour in the list of 45 pairs belong mostly to one hotel. */
const hotelSize = 9

/** The 45 pairs as hotels of nine rooms, in both directions; names that a hotel has twice are left out. */
export function pairHotels(): LabelledHotel[] {
  const pairs = readCsv(readFileSync(pairsFile, 'utf8')).slice(1)
  return [0, 1].flatMap(side =>
    Array.from({ length: Math.ceil(pairs.length / hotelSize) }, (_, at): LabelledHotel => {
      const hotel = `pairs ${side} ${at}`
      const own = pairs.slice(at * hotelSize, (at + 1) * hotelSize)
      const isOnce = (name: string | undefined, from: number) =>
        own.filter(pair => pair[from] === name).length === 1
      const rows = own
        .filter(pair => isOnce(pair[side], side) && isOnce(pair[1 - side], 1 - side))
        .map(pair => ({ hotel, title: pair[side] ?? '', label: pair[1 - side] ?? '', isWeak: false }))
      return { hotel, rooms: [...new Set(own.map(pair => pair[1 - side] ?? ''))], rows }
    }),
  )
}
