interface PastedPair {
  propertyId: string
  hotelId: string
  paymentId?: string
}

/** `others`: the numbers of lines that hold no pair, from 1. */
export interface Pasted {
  pairs: PastedPair[]
  hasHead: boolean
  others: number[]
}

/** Reads a pair a line, as spreadsheets write them: columns behind tabs, semicolons or commas. Pure. */
export function readPairs(text: string): Pasted {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ number: at + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''))
  const [first] = lines
  const hasHead = first !== undefined && lines.length > 1 && isHead(first.cells)
  const pasted: Pasted = { pairs: [], hasHead, others: [] }
  for (const { number, cells } of hasHead ? lines.slice(1) : lines) {
    const pair = pairIn(cells)
    if (pair) pasted.pairs.push(pair)
    else pasted.others.push(number)
  }
  return pasted
}

/** The first separator that is there: an id holds none of them. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find(one => line.includes(one))
  const cells = separator === undefined ? [line] : line.split(separator)
  const trimmed = cells.map(cell =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
  while (trimmed.length > 2 && trimmed.at(-1) === '') trimmed.pop()
  return trimmed
}

/** A row of headings has no digit in its second column. */
const isHead = ([, hotelId = '']: readonly string[]): boolean => hotelId !== '' && !/\d/.test(hotelId)

function pairIn([propertyId = '', hotelId = '', paymentId = '', ...more]: readonly string[]) {
  if (propertyId === '' || hotelId === '' || more.length > 0) return undefined
  return { propertyId, hotelId, ...(paymentId !== '' && { paymentId }) }
}
