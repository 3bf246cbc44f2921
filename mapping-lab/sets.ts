import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Model } from '../functions/src/lib/connection/mapping/judge.ts'

/** A supplier's name of a room, and its label by a person. */
export interface LabelledRow {
  hotel: string
  title: string
  /** A name of the hotel's rooms, or `none`, or `ambiguous` for a name that does not decide. */
  label: string
  /** Only elimination or "the plain room" decided. */
  isWeak: boolean
}

/** A hotel's rooms and the suppliers' names for them. */
export interface LabelledHotel {
  hotel: string
  rooms: string[]
  rows: LabelledRow[]
}

export const none = 'NONE'
export const ambiguous = 'AMBIGUOUS'

const setFiles = { rows: 'labelled-rooms.csv', references: 'labelled-references.csv' }

/** The labelled sets are no part of the repository: they are where MAPPING_DATA says (README.md). */
export const setsPath = (): string =>
  process.env.MAPPING_DATA ?? path.join(import.meta.dirname, '..', '..', 'shared', 'data')

/** Undefined where there are no sets. */
export function readLabelled(folder = setsPath()): LabelledHotel[] | undefined {
  const files = labelledFiles(folder)
  if (!files.every(file => existsSync(file))) return undefined
  const [rows = [], references = []] = files.map(file => readCsv(readFileSync(file, 'utf8')))
  const hotels = new Map<string, LabelledHotel>()
  for (const [hotel = '', name = ''] of references.slice(1)) {
    const entry = hotels.get(hotel) ?? { hotel, rooms: [], rows: [] }
    entry.rooms.push(name)
    hotels.set(hotel, entry)
  }
  for (const [hotel = '', title = '', label = '', weak = ''] of rows.slice(1))
    hotels.get(hotel)?.rows.push({ hotel, title, label, isWeak: weak !== '' })
  return [...hotels.values()]
}

const checksum = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Files that the weights are fitted on, by folder and file, with the SHA-256 of each. */
export const checksums = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.map(file => [`${path.basename(path.dirname(file))}/${path.basename(file)}`, checksum(file)]),
  )

export const wasFittedOn = ({ fittedOn }: Pick<Model, 'fittedOn'>, files: readonly string[]): boolean =>
  files.every(file => Object.values(fittedOn).includes(checksum(file)))

export const labelledFiles = (folder = setsPath()): string[] =>
  [setFiles.rows, setFiles.references].map(name => path.join(folder, name))

/** The pairs that are kept with the project. */
export const pairsFile = path.join(import.meta.dirname, 'data', 'room-names.csv')

/** Rows of fields. */
export const readCsv = (text: string): string[][] =>
  parse(text, { relax_column_count: true, skip_empty_lines: true })
