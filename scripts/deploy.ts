import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { enableApis } from './deploy/apis.ts'
import { google } from './deploy/google.ts'
import { manifestOf, plainParameters } from './deploy/manifest.ts'
import { obstaclesTo } from './deploy/obstacles.ts'
import { writeParameters } from './deploy/parameters-file.ts'
import { planOf } from './deploy/plan.ts'
import { presentIn } from './deploy/present.ts'
import { linesOf } from './deploy/print-plan.ts'
import { firebaseDeploy } from './deploy/run-firebase.ts'
import { wantedBy } from './deploy/wanted.ts'
import { asCommand, StackError } from './stack/errors.ts'
import { repoRoot } from './stack/paths.ts'
import { deployProject, isDemoProject } from './stack/project.ts'
import { templateGap } from './stack/templates.ts'
import { vendorGaps } from './stack/vendors.ts'

const usage = `npm run deploy -- --project ID
  --init              writes what functions/.env.ID lacks and says which secrets to set; deploys nothing
  --dry-run           says what would change; changes nothing
  --delete-removed    removes functions, indexes and settings of fields that this checkout no longer has
  --without-vendors   deploys although some vendor has no credentials
  --skip-checks       neither checks nor builds: npm test did
  --only, --message   as firebase deploy takes them`

const options = {
  project: { type: 'string', short: 'P' },
  init: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  'delete-removed': { type: 'boolean', default: false },
  'without-vendors': { type: 'boolean', default: false },
  'skip-checks': { type: 'boolean', default: false },
  only: { type: 'string' },
  message: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** The folder of firebase.json; npm runs its scripts there. */
const root = process.cwd()
const functionsDir = path.join(root, 'functions')

const bin = (name: string) => path.join(repoRoot, 'node_modules', '.bin', name)
const tsc = path.join(repoRoot, 'node_modules', 'typescript-7', 'bin', 'tsc')
const script = (name: string) => path.join(repoRoot, 'scripts', name)

/** The quick checks; the whole suite (`npm test`) is for before that. */
const checks: [title: string, command: string, args: string[]][] = [
  ['types', tsc, ['--noEmit', '-p', 'tsconfig.json']],
  ['types of the dashboard', tsc, ['--noEmit', '-p', 'dashboard']],
  ['format and lint', bin('biome'), ['check', '.']],
]
const builds: typeof checks = [
  ['build', process.execPath, [script('build.ts')]],
  ['build the dashboard', process.execPath, [script('build-dashboard.ts')]],
]

function run([title, command, args]: (typeof checks)[number]): void {
  say(`\n── ${title}`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0)
    throw new StackError(`${title}: failed, nothing was deployed.`, 'Correct the errors above.')
}

const say = (line: string): unknown => process.stdout.write(`${line}\n`)

type Flags = ReturnType<typeof parseFlags>
const parseFlags = () => parseArgs({ options }).values

async function init(project: string): Promise<void> {
  const manifest = await manifestOf(functionsDir)
  const added = writeParameters(functionsDir, project, plainParameters(manifest))
  say(
    `functions/.env.${project}: ${added.length === 0 ? 'has every parameter' : `added ${added.join(', ')}`}`,
  )
  say('\nFill in what is yours, then set each secret; those of vendors you do without may be any word:')
  for (const { name, type } of manifest.params)
    if (type === 'secret') say(`  npx firebase functions:secrets:set ${name} --project ${project}`)
}

async function deploy(project: string, flags: Flags): Promise<void> {
  const wanted = await wantedBy(root, project)
  const cloud = await google(project)
  const plan = planOf(wanted, await presentIn(cloud, wanted.secrets, wanted.apis))
  say(`\n── what would change in ${project}`)
  for (const line of linesOf(plan)) say(line)
  const templates = templateGap(wanted.environment, project)
  if (templates) say(`! ${templates}`)
  const gaps = vendorGaps(wanted.environment, name => !plan.missingSecrets.includes(name))
  const consent = {
    deleteRemoved: flags['delete-removed'],
    withoutVendors: flags['without-vendors'],
    only: flags.only,
  }
  const [first, ...others] = obstaclesTo(plan, gaps, consent, project)
  for (const { what, remedy } of others) say(`! ${what} ${remedy}`)
  if (first) throw new StackError(first.what, first.remedy)
  if (flags['dry-run']) return
  await enableApis(cloud, plan.missingApis)
  say('\n── deploy')
  const { only, message } = flags
  const passed = Object.entries({ only, message }).flatMap(([name, value]) =>
    value ? [`--${name}`, value] : [],
  )
  await firebaseDeploy(root, project, passed)
}

await asCommand(async () => {
  const flags = parseFlags()
  const project = deployProject(process.argv.slice(2))
  if (flags.help) say(usage)
  else if (project === undefined || isDemoProject(project)) {
    const which = project === undefined ? 'No project.' : `${project} is the local demo project.`
    throw new StackError(which, 'Name a real one: npm run deploy -- --project <project id>')
  } else {
    const isBuilt = flags['skip-checks']
    if (!isBuilt && !flags.init && !flags['dry-run']) for (const check of checks) run(check)
    if (!isBuilt) for (const build of builds) run(build)
    await (flags.init ? init(project) : deploy(project, flags))
  }
})
// Signing in leaves a timer behind.
process.exit()
