import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pairWeights } from '../functions/src/lib/connection/mapping/judge.ts'
import { model as current } from '../functions/src/lib/connection/mapping/weights.ts'
import { asCommand, StackError } from '../scripts/stack/errors.ts'
import { casesOf, groupOf, pairHotels } from './cases.ts'
import { figuresOf, leaveOneOut, verdictOf } from './evaluate.ts'
import { judge, learn } from './learn.ts'
import {
  checksums,
  type LabelledHotel,
  labelledFiles,
  pairsFile,
  readLabelled,
  setsPath,
  wasFittedOn,
} from './sets.ts'
import { modelOf, tableFile } from './table.ts'

const exported = 'mapping-examples'

const usage = `Usage: npm run mapping -- fit [FOLDER …] [--anyway]
       npm run mapping -- evaluate [FOLDER]
       npm run mapping -- export [FOLDER] [--project ID]
FOLDER holds a labelled set (labelled-rooms.csv, labelled-references.csv; either may be named itself); that of
MAPPING_DATA is always part of a fit. An export goes to ${exported} unless told.`

const weightsFile = path.join(import.meta.dirname, '../functions/src/lib/connection/mapping/weights.ts')

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A file of a set means the whole set. */
const folderOf = (given: string): string => (given.endsWith('.csv') ? path.dirname(given) : given)

function hotelsOf(folder: string): LabelledHotel[] {
  const hotels = readLabelled(folder)
  if (!hotels) throw new StackError(`There is no labelled set in ${folder}.`, usage)
  return hotels
}

/** Fits on all sets, and writes the weights unless left-out hotels do worse than with the present ones. */
function fitWeights(more: readonly string[], isAnyway: boolean): void {
  const folders = [setsPath(), ...more]
  const cases = casesOf([...folders.flatMap(hotelsOf), ...pairHotels()])
  const bounds = { sureFrom: current.sureFrom, openFrom: current.openFrom }
  const known = new Set(hotelsOf(setsPath()).map(groupOf))
  // The present weights were evaluated on these rows only.
  const figures = figuresOf(leaveOneOut(cases, bounds).filter(one => known.has(groupOf(one.case))))
  const worse = compare(figures)
  if (worse.length > 0 && !isAnyway) {
    say(`Nothing was changed, as these are worse: ${worse.join(', ')}. --anyway writes the weights.`)
    return
  }
  const files = [...folders.flatMap(folder => labelledFiles(folder)), pairsFile]
  writeFileSync(weightsFile, tableFile(modelOf(learn(cases), bounds, checksums(files), figures)))
  say(`${path.relative(process.cwd(), weightsFile)} was written.`)
}

/** Figures to maximise and to minimise, each as a share of its rows. */
const moreIsBetter: Readonly<Record<string, string>> = {
  'first choice right': 'strong',
  'sure and right': 'strong',
  'proposed and right': 'strong',
}
const lessIsBetter: Readonly<Record<string, string>> = {
  'none, but proposed': 'none',
  'ambiguous, but sure': 'ambiguous',
  'sure and wrong': 'strong',
  'right one missing, another sure': 'right one missing',
}

/** Prints both; returns the figures that got worse. */
function compare(figures: Readonly<Record<string, number>>): string[] {
  say('One hotel left out at a time: rows now, and of the weights that stand.')
  const share = (all: Readonly<Record<string, number>>, name: string, of: string) =>
    (all[name] ?? 0) / Math.max(1, all[of] ?? 0)
  return Object.entries(figures).flatMap(([name, value]) => {
    const before = current.leaveOneOut[name]
    say(`${name.padEnd(40)} ${String(value).padStart(5)} ${String(before ?? '-').padStart(7)}`)
    const [up, down] = [moreIsBetter[name], lessIsBetter[name]]
    const of = up ?? down
    if (before === undefined || of === undefined) return []
    const [now, then] = [share(figures, name, of), share(current.leaveOneOut, name, of)]
    return (up ? now < then : now > then) ? [name] : []
  })
}

/** Evaluates the present weights on a set, which they may have been fitted on. */
function evaluate(folder: string): void {
  const pair = pairWeights(current)
  const verdicts = casesOf(hotelsOf(folder)).map(one => verdictOf(judge(one, pair), current.sure, current))
  const isFittedOn = wasFittedOn(current, labelledFiles(folder))
  say(
    isFittedOn ? 'The weights were fitted on this set: it flatters them.' : 'The weights never saw this set.',
  )
  for (const [name, value] of Object.entries(figuresOf(verdicts)))
    say(`${name.padEnd(40)} ${String(value).padStart(5)}`)
}

await asCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { anyway: { type: 'boolean' }, project: { type: 'string' } },
  })
  const [verb, ...given] = positionals
  const [folder, ...more] = given.map(folderOf)
  if (verb === 'fit') fitWeights(folder === undefined ? [] : [folder, ...more], values.anyway === true)
  else if (verb === 'evaluate') evaluate(folder ?? setsPath())
  else if (verb === 'export')
    say(await (await import('./export.ts')).exportExamples(folder ?? exported, values.project))
  else throw new StackError(usage)
})
