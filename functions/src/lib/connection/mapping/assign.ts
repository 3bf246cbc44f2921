import munkres from 'munkres'

/**
 * Which column each row gets (undefined: none), so that the sum of all gains is highest and no column is used twice.
 * A gain of 0 means that the two cannot go together.
 */
export function assign(gains: readonly (readonly number[])[]): (number | undefined)[] {
  const chosen = new Array<number | undefined>(gains.length).fill(undefined)
  const rows = indices(gains.length).filter(row => gains[row]?.some(gain => gain > 0))
  const columns = indices(gains[0]?.length ?? 0).filter(column =>
    rows.some(row => (gains[row]?.[column] ?? 0) > 0),
  )
  if (rows.length === 0) return chosen
  const costs = rows.map(row => columns.map(column => 1 - (gains[row]?.[column] ?? 0)))
  for (const [row, column] of munkres(costs)) {
    const [from, to] = [rows[row], columns[column]]
    if (from !== undefined && to !== undefined && (gains[from]?.[to] ?? 0) > 0) chosen[from] = to
  }
  return chosen
}

const indices = (length: number): number[] => Array.from({ length }, (_, index) => index)
