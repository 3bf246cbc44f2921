import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describeError, StackError } from './stack/errors.ts'
import { repoRoot } from './stack/paths.ts'
import { deployProject, isDemoProject } from './stack/project.ts'
import { templateGap } from './stack/templates.ts'
import { deployParameters, describeGap, secretExists, vendorGaps } from './stack/vendors.ts'

const bin = (name: string) => path.join(repoRoot, 'node_modules', '.bin', name)
const tsc = path.join(repoRoot, 'node_modules', 'typescript-7', 'bin', 'tsc')
const firebase = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')

/** The quick checks; the whole suite (`npm test`) is for before that. */
const checks: [title: string, command: string, args: string[]][] = [
  ['types', tsc, ['--noEmit', '-p', 'tsconfig.json']],
  ['types of the dashboard', tsc, ['--noEmit', '-p', 'dashboard']],
  ['format and lint', bin('biome'), ['check', '.']],
  ['build', process.execPath, [path.join(repoRoot, 'scripts', 'build.ts')]],
  ['build the dashboard', process.execPath, [path.join(repoRoot, 'scripts', 'build-dashboard.ts')]],
]

function run(title: string, command: string, args: string[]): void {
  process.stdout.write(`\n── ${title}\n`)
  const { status } = spawnSync(command, args, { cwd: repoRoot, stdio: 'inherit' })
  if (status !== 0)
    throw new StackError(`${title}: failed, nothing was deployed or the deployment is incomplete.`)
}

/** Names every vendor without credentials. A deployment without some vendor is allowed when it is asked for. */
function checkVendors(project: string, argv: string[]): void {
  process.stdout.write('\n── vendors\n')
  const configured = deployParameters(project)
  const templates = templateGap(configured, project)
  if (templates) process.stdout.write(`  ! ${templates}\n`)
  const gaps = vendorGaps(configured, name => secretExists(name, project, firebase))
  for (const gap of gaps) process.stdout.write(`  ! ${describeGap(gap, project)}\n`)
  if (gaps.length === 0) process.stdout.write('  all have their credentials\n')
  else if (!argv.includes('--without-vendors')) {
    throw new StackError('Some vendors have no credentials.', 'Set them, or repeat with --without-vendors.')
  }
}

try {
  const argv = process.argv.slice(2)
  const project = deployProject(argv)
  if (project === undefined || isDemoProject(project)) {
    const which = project === undefined ? 'No project.' : `${project} is the local demo project.`
    throw new StackError(which, 'Name a real one: npm run deploy -- --project <project id>')
  }
  for (const check of checks) run(...check)
  checkVendors(project, argv)
  const rest = argv.filter(word => word !== '--without-vendors')
  const named = rest.some(word => /^(--project|-P)/.test(word)) ? [] : ['--project', project]
  run('deploy', process.execPath, [firebase, 'deploy', ...named, ...rest])
} catch (error) {
  process.stderr.write(`\n${describeError(error)}\n`)
  process.exitCode = 1
}
