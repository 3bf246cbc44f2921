import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Model, pairWeights } from '../functions/src/lib/connection/mapping/judge.ts'
import weights from '../functions/src/lib/connection/mapping/weights.json' with { type: 'json' }
import { asCommand, StackError } from '../scripts/stack/errors.ts'
import { binsOf, intervalOf, pictureOf, plotOf } from './calibration.ts'
import { type Case, casesOf, groupOf, pairHotels } from './cases.ts'
import { figuresOf, leaveOneOut, type Verdict, verdictOf } from './evaluate.ts'
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
import { modelOf } from './table.ts'

const usage = 'mapping-lab/README.md lists the commands.'
const weightsFile = path.join(import.meta.dirname, '../functions/src/lib/connection/mapping/weights.json')
const current: Model = weights
const picture = path.join(import.meta.dirname, '../docs/pictures/mapping-calibration.svg')

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function hotelsOf(folder: string): LabelledHotel[] {
  const hotels = readLabelled(folder)
  if (!hotels) throw new StackError(`There is no labelled set in ${folder}.`, usage)
  return hotels
}

/** Verdicts on the main set, which alone the present weights were evaluated on. */
function verdictsOfMain(cases: readonly Case[]): Verdict[] {
  const main = new Set(hotelsOf(setsPath()).map(groupOf))
  return leaveOneOut(cases, current).filter(one => main.has(groupOf(one.case)))
}

const casesIn = (folders: readonly string[]): Case[] =>
  casesOf([...folders.flatMap(hotelsOf), ...pairHotels()])

/** Fits on all sets, and writes the weights unless left-out hotels do worse than with the present weights. */
function fit(more: readonly string[], isAnyway: boolean): void {
  const folders = [setsPath(), ...more]
  const cases = casesIn(folders)
  const figures = figuresOf(verdictsOfMain(cases))
  const worse = compare(figures)
  if (worse.length > 0 && !isAnyway) {
    say(`Nothing was changed, as these are worse: ${worse.join(', ')}. --anyway writes the weights.`)
    return
  }
  const files = [...folders.flatMap(labelledFiles), pairsFile]
  const model = modelOf(learn(cases), current, checksums(files), figures)
  writeFileSync(weightsFile, `${JSON.stringify(model, null, 2)}\n`)
  say(`${weightsFile} was written.`)
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

/** Prints the new and the present figures; returns the figures that got worse. */
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

/**
 * Prints figures of left-out hotels of the main set, sure and wrong pairs, and likelihoods with their shares of right
 * pairs.
 */
function evaluateLearning(): void {
  const verdicts = verdictsOfMain(casesIn([setsPath()]))
  compare(figuresOf(verdicts))
  const sure = verdicts.filter(one => one.isSure)
  for (const { isRight, case: one, top } of sure)
    if (!isRight) say(`sure and wrong: ${one.hotel} "${one.title}" is ${one.label}, not "${one.rooms[top]}"`)
  const right = sure.filter(one => one.isRight).length
  const [low] = intervalOf(right, sure.length)
  say(
    `Sure from ${current.sureFrom}: ${right} of ${sure.length} right, at least ${(low * 100).toFixed(1)} % (95 %).`,
  )
  const bins = binsOf(verdicts)
  say(`First choices by likelihood (│) and how many were right (█), the right room missing included:`)
  say(plotOf(bins))
  writeFileSync(picture, pictureOf(bins, 'Hotels left out: likelihood and truth'))
}

/** Prints figures of the present weights on a set. */
function evaluateWeights(folder: string): void {
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
  // npm runs a workspace's script in the folder of the workspace.
  const folders = given.map(folder => path.resolve(process.env.INIT_CWD ?? '', folder))
  const [folder] = folders
  if (verb === 'fit') fit(folders, values.anyway === true)
  else if (verb === 'evaluate') folder === undefined ? evaluateLearning() : evaluateWeights(folder)
  else if (verb === 'export') {
    const { exportExamples } = await import('./export.ts')
    say(
      await exportExamples(
        folder ?? path.resolve(process.env.INIT_CWD ?? '', 'mapping-examples'),
        values.project,
      ),
    )
  } else throw new StackError(`There is no command ${verb ?? 'given'}.`, usage)
})
