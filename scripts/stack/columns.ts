/** Lines of cells in columns as wide as their widest cell; `fill` says on which side a column is filled. */
export function columns(
  rows: readonly (readonly (string | undefined)[])[],
  fill: (column: number) => 'padEnd' | 'padStart' = () => 'padEnd',
): string {
  const widthOf = (column: number) => Math.max(...rows.map(row => row[column]?.length ?? 0))
  const lines = rows.map(row => row.map((cell = '', at) => cell[fill(at)](widthOf(at))).join('  '))
  return lines.map(line => line.trimEnd()).join('\n')
}
