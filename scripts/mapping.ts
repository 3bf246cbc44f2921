import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { casesOf, groupOf, pairHotels } from '../bench/mapping/cases.ts'
import { figuresOf, leaveOneOut } from '../bench/mapping/evaluate.ts'
import { learn } from '../bench/mapping/learn.ts'
import { checksums, labelledFiles, pairsFile, readLabelled, setsPath } from '../bench/mapping/sets.ts'
import { modelOf, tableFile } from '../bench/mapping/table.ts'
import { model as standing } from '../functions/src/lib/connection/mapping/weights.ts'

const weightsFile = path.join(import.meta.dirname, '../functions/src/lib/connection/mapping/weights.ts')

function fitWeights(isAnyway: boolean): void {
  const hotels = readLabelled()
  if (!hotels)
    throw new Error(`There are no labelled sets in ${setsPath()}: MAPPING_DATA says where they are.`)
  const cases = casesOf([...hotels, ...pairHotels()])
  const bounds = { sureFrom: standing.sureFrom, openFrom: standing.openFrom }
  const figures = figuresOf(leaveOneOut(cases, bounds).filter(one => groupOf(one.case) !== 'pairs'))
  const worse = compare(figures)
  const model = modelOf(learn(cases), bounds, checksums([...labelledFiles(), pairsFile]), figures)
  if (worse.length > 0 && !isAnyway) {
    process.stdout.write(
      `Nothing was changed, as these are worse: ${worse.join(', ')}. --anyway writes the weights.\n`,
    )
    return
  }
  writeFileSync(weightsFile, tableFile(model))
  process.stdout.write(`${path.relative(process.cwd(), weightsFile)} was written.\n`)
}

/** What is better when there is more of it; of the rest that is compared, less is better. */
const moreIsBetter = new Set(['first choice right', 'sure and right', 'proposed and right'])
const lessIsBetter = new Set([
  'none, but proposed',
  'ambiguous, but sure',
  'sure and wrong',
  'right one missing, another sure',
])

/** Prints both; what is worse than what stands. */
function compare(figures: Readonly<Record<string, number>>): string[] {
  process.stdout.write('One hotel left out at a time: rows now, and of the weights that stand.\n')
  return Object.entries(figures).flatMap(([name, value]) => {
    const before = standing.leaveOneOut[name]
    process.stdout.write(
      `${name.padEnd(40)} ${String(value).padStart(5)} ${String(before ?? '-').padStart(7)}\n`,
    )
    if (before === undefined) return []
    const isWorse = moreIsBetter.has(name) ? value < before : lessIsBetter.has(name) && value > before
    return isWorse ? [name] : []
  })
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { anyway: { type: 'boolean' } },
})
if (positionals[0] === 'fit') fitWeights(values.anyway === true)
else throw new Error('Usage: npm run mapping -- fit [--anyway]')
