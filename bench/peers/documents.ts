import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { execaSync } from 'execa'
import type { Result, Share } from '../result.ts'
import { type Figure, matrix } from './figures.ts'
import { picture } from './picture.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Of the figures in the picture. */
const leftOut = /storage|at list prices/

/** Puts what was measured into README (ratios and goals), docs/measurements.md (figures) and the picture of both. */
export function writeDocuments(
  figures: readonly Figure[],
  results: readonly (Result | Share)[],
  { rounds, postgres }: { rounds: number; postgres: string },
): void {
  const commit = execaSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).stdout
  const machine = `${cpus().length} cores, Node ${process.versions.node}, PostgreSQL ${postgres}`
  const shown = figures.filter(({ title, values }) => (values.project?.[0] ?? 0) > 0 && !leftOut.test(title))
  writeFileSync(path.join(root, 'docs/pictures/peers.svg'), picture(shown, `${machine}, commit ${commit}`))
  between(
    'docs/measurements.md',
    `Medians of ${rounds} rounds (least–most) on ${machine}, at commit ${commit}:\n\n${matrix(figures)}`,
  )
  between('README.md', ratios(results))
}

/** Replaces what stands between the marks of the peers. */
function between(file: string, text: string): void {
  const [begin, end] = ['<!-- peers -->', '<!-- /peers -->']
  const before = readFileSync(path.join(root, file), 'utf8')
  const [start, stop] = [before.indexOf(begin), before.indexOf(end)]
  if (start === -1 || stop < start) throw new Error(`${file} has no ${begin} … ${end}.`)
  writeFileSync(
    path.join(root, file),
    `${before.slice(0, start + begin.length)}\n${text}\n${before.slice(stop)}`,
  )
}

function ratios(results: readonly (Result | Share)[]): string {
  const rows = results.flatMap(({ name, ratio, goal, ok, ...rest }) =>
    goal === null
      ? []
      : [
          [
            name.replace('peers/', ''),
            ratio.toFixed(2),
            `${'isFloor' in rest ? '≥' : '≤'} ${goal.toFixed(2)}${ok ? '' : ', missed'}`,
          ],
        ],
  )
  return ['| | ratio | goal |', '|---|---|---|', ...rows.map(row => `| ${row.join(' | ')} |`)].join('\n')
}
