import path from 'node:path'

/** The text of each file by its path from the root. */
export type Texts = ReadonlyMap<string, string>

export interface Sizes {
  /** Lines of code by wing. */
  lines: Record<string, { production: number; tests: number }>
  /** Words of documents. */
  words: Record<string, number>
  /** Ports that `portBuilders` builds with `stored`: adapters over Firestore. */
  storagePorts: number
  /** Runs of six lines and more that stand, but for indentation, somewhere else too. */
  repeatedPlaces: number
}

const wings = ['functions', 'dashboard', 'sandbox', 'scripts', 'bench']
const apart = ['docs/specification.md', 'docs/contract.md']
const runbook = 'docs/runbook.md'
const portsFile = 'functions/src/composition-ports.ts'

const isCode = (file: string): boolean => /\.(tsx?|mjs|cjs|css|html|sql)$/.test(file)
const isTest = (file: string): boolean => /(^|\/)test\/|\.test\.tsx?$/.test(file)
export const isCounted = (file: string): boolean => isCode(file) || file.endsWith('.md')

export function sizesOf(texts: Texts): Sizes {
  const all = [...texts]
  const linesOf = (wanted: (file: string) => boolean) =>
    all.reduce((total, [file, text]) => total + (wanted(file) ? text.split('\n').length - 1 : 0), 0)
  const wordsOf = (wanted: (file: string) => boolean) =>
    all.reduce((total, [file, text]) => total + (wanted(file) ? (text.match(/\S+/g)?.length ?? 0) : 0), 0)
  const lines = wings.map(wing => {
    const isHere = (file: string) => isCode(file) && file.startsWith(`${wing}/`)
    const production = linesOf(file => isHere(file) && !isTest(file))
    return [wing, { production, tests: linesOf(file => isHere(file) && isTest(file)) }] as const
  })
  return {
    lines: Object.fromEntries(lines),
    words: {
      documents: wordsOf(file => file.endsWith('.md') && !apart.includes(file)),
      'of them runbook': wordsOf(file => file === runbook),
      ...Object.fromEntries(apart.map(name => [path.basename(name, '.md'), wordsOf(file => file === name)])),
    },
    storagePorts: texts.get(portsFile)?.match(/^ +\w+: \(\) =>\s+stored\(/gm)?.length ?? 0,
    repeatedPlaces: repeatedPlaces(all.filter(([file]) => isCode(file)).map(([, text]) => text)),
  }
}

const least = 6

/** Blank lines, imports, and lines without a word are left out: they are alike everywhere. */
function repeatedPlaces(texts: string[]): number {
  const files = texts.map(text =>
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => /\w/.test(line) && !/^import\b|^\} from /.test(line)),
  )
  const windowsOf = (lines: string[]) =>
    lines
      .slice(0, Math.max(0, lines.length - least + 1))
      .map((_, at) => lines.slice(at, at + least).join('\n'))
  const seen = new Map<string, number>()
  const windows = files.map(windowsOf)
  for (const window of windows.flat()) seen.set(window, (seen.get(window) ?? 0) + 1)
  const isRepeated = (window: string | undefined) => window !== undefined && (seen.get(window) ?? 0) > 1
  return windows.reduce(
    (total, file) =>
      total + file.filter((window, at) => isRepeated(window) && !isRepeated(file[at - 1])).length,
    0,
  )
}

export function tableOf({ lines, words, storagePorts, repeatedPlaces }: Sizes): string {
  const rows: [string, string, string][] = [
    ['lines', 'production', 'tests'],
    ...Object.entries(lines).map(([wing, { production, tests }]): [string, string, string] => [
      wing,
      figure(production),
      figure(tests),
    ]),
    ['words', '', ''],
    ...Object.entries(words).map(([name, count]): [string, string, string] => [name, figure(count), '']),
    ['storage ports', figure(storagePorts), ''],
    ['repeated places', figure(repeatedPlaces), ''],
  ]
  return rows
    .map(([name, first, second]) => `${name.padEnd(17)}${first.padStart(10)}${second.padStart(10)}`.trimEnd())
    .join('\n')
}

const figure = (count: number): string => count.toLocaleString('en')
