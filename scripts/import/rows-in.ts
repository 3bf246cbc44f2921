import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { ImportLine } from '../../functions/src/lib/ops/import-rows.ts'
import { StackError } from '../stack/errors.ts'

/** The rows of a file: a table with a head if its name ends in `.csv`, else an object of JSON in each line. */
export async function rowsIn(file: string): Promise<ImportLine[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StackError(`${file} cannot be read.`, 'Name a file that is there.')
  })
  return /\.csv$/i.test(file) ? ofTable(text) : ofLines(text)
}

function ofTable(text: string): ImportLine[] {
  try {
    const records: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
      bom: true,
      columns: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
    })
    return records.map(({ record, info }) => ({
      line: info.lines,
      // An empty cell is no field: kinds of rows share the columns of one table.
      row: Object.fromEntries(Object.entries(record).filter(([, value]) => value)),
    }))
  } catch (error) {
    throw new StackError(
      `The table cannot be read: ${error instanceof Error ? error.message : error}.`,
      'The first line names the columns; texts with a comma or a line break stand in quotes.',
    )
  }
}

const ofLines = (text: string): ImportLine[] =>
  text.split('\n').flatMap((json, at) => (json.trim() ? [{ line: at + 1, row: parsed(json) }] : []))

/** A line that is no JSON becomes a text, which the import refuses as a row. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return 'not JSON'
  }
}
