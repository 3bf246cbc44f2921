import path from 'node:path'
import { execa } from 'execa'
import { StackError } from './errors.ts'
import { repoRoot } from './paths.ts'

/** Builds functions/dist with the project's own build script. */
export const buildFunctions = (): Promise<void> => runScript('build.ts', 'The functions do')

/** Builds dashboard/dist where its sources have changed. */
export const buildDashboard = (): Promise<void> => runScript('build-dashboard.ts', 'The dashboard does')

/** The script's output is shown only when it fails. */
async function runScript(name: string, whatDoes: string): Promise<void> {
  const script = path.join(repoRoot, 'scripts', name)
  const options = { cwd: repoRoot, stdin: 'ignore', all: true, reject: false } as const
  const { failed, all } = await execa(process.execPath, [script], options)
  if (failed) throw new StackError(`${whatDoes} not build:\n${all.trim()}`, 'Correct the errors above.')
}
