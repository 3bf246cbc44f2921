import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { StackError } from './errors.ts'
import { repoRoot } from './paths.ts'

/** Builds functions/dist with the project's own build script; its output is shown only when it fails. */
export async function buildFunctions(): Promise<void> {
  const script = path.join(repoRoot, 'scripts', 'build.ts')
  if (!existsSync(script)) return
  const child = spawn(process.execPath, [script], { cwd: repoRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new StackError(`The functions do not build:\n${output.trim()}`, 'Correct the errors above.')
}
