import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { StackError } from '../stack/errors.ts'
import { cacheDir } from '../stack/paths.ts'
import { explain, overQuota } from './explain.ts'
import { firebaseCli } from './firebase-tools.ts'

/** Silences a deprecation warning of a dependency. */
const quiet = '--disable-warning=DEP0040'

/** Runs `firebase deploy` non-interactively. Throws StackError with an explanation. */
export async function firebaseDeploy(root: string, project: string, args: readonly string[]): Promise<void> {
  mkdirSync(cacheDir, { recursive: true })
  const log = path.join(cacheDir, `deploy-${process.pid}.log`)
  const child = spawn(
    process.execPath,
    [firebaseCli, 'deploy', '--project', project, '--non-interactive', '--force', ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        FIREBASE_DEBUG_PATH: log,
        // Of loading the functions to see what they are: its ten seconds are too few for a machine with other work.
        FUNCTIONS_DISCOVERY_TIMEOUT: process.env.FUNCTIONS_DISCOVERY_TIMEOUT ?? '120',
        NODE_OPTIONS: [process.env.NODE_OPTIONS, quiet].filter(Boolean).join(' '),
      },
    },
  )
  const heard = { output: '' }
  echo(child.stdout, process.stdout, heard)
  echo(child.stderr, process.stderr, heard)
  // Over quota it retries for long, and reports that only in its log.
  const watch = setInterval(() => endOverQuota(child, log, heard), 500)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  rmSync(log, { force: true })
  if (code === 0) return
  const { what, remedy } = explain(heard.output, project)
  throw new StackError(what, remedy)
}

function echo(from: NodeJS.ReadableStream | null, to: NodeJS.WriteStream, heard: { output: string }): void {
  from?.setEncoding('utf8').on('data', (text: string) => {
    heard.output += text
    to.write(text)
  })
}

function endOverQuota(child: ChildProcess, log: string, heard: { output: string }): void {
  const found = overQuota.exec(textOf(log))
  if (!found) return
  heard.output += found[0]
  child.kill('SIGKILL')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
