import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { StackError } from './errors.ts'
import { repoRoot } from './paths.ts'

/** Builds functions/dist with the project's own build script. */
export const buildFunctions = (): Promise<void> => runScript('build.ts', 'The functions do')

/** Builds dashboard/dist where its sources have changed. */
export const buildDashboard = (): Promise<void> => runScript('build-dashboard.ts', 'The dashboard does')

/** The script's output is shown only when it fails. */
async function runScript(name: string, whatDoes: string): Promise<void> {
  const script = path.join(repoRoot, 'scripts', name)
  const child = spawn(process.execPath, [script], { cwd: repoRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new StackError(`${whatDoes} not build:\n${output.trim()}`, 'Correct the errors above.')
}
