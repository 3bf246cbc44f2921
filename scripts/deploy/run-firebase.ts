import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { StackError } from '../stack/errors.ts'
import { readLog } from '../stack/log-file.ts'
import { cacheDir } from '../stack/paths.ts'
import { explain, overQuota } from './explain.ts'
import { firebaseCli } from './firebase-tools.ts'

/** Silences a deprecation warning of a dependency. */
const quiet = '--disable-warning=DEP0040'

/** Runs `firebase deploy` non-interactively. Throws StackError with an explanation. */
export async function firebaseDeploy(root: string, project: string, args: readonly string[]): Promise<void> {
  mkdirSync(cacheDir, { recursive: true })
  const log = path.join(cacheDir, `deploy-${process.pid}.log`)
  const words = [firebaseCli, 'deploy', '--project', project, '--non-interactive', '--force', ...args]
  const child = execa(process.execPath, words, {
    cwd: root,
    stdin: 'ignore',
    stdout: ['pipe', 'inherit'],
    stderr: ['pipe', 'inherit'],
    all: true,
    reject: false,
    env: {
      FIREBASE_DEBUG_PATH: log,
      // Of loading the functions to see what they are: its ten seconds are too few for a machine with other work.
      FUNCTIONS_DISCOVERY_TIMEOUT: process.env.FUNCTIONS_DISCOVERY_TIMEOUT ?? '120',
      NODE_OPTIONS: [process.env.NODE_OPTIONS, quiet].filter(Boolean).join(' '),
    },
  })
  // Over quota it retries for long, and reports that only in its log.
  let refused = ''
  const watch = setInterval(() => {
    refused ||= overQuota.exec(readLog(log))?.[0] ?? ''
    if (refused) child.kill('SIGKILL')
  }, 500)
  const { exitCode, all } = await child
  clearInterval(watch)
  rmSync(log, { force: true })
  if (exitCode === 0) return
  const { what, remedy } = explain(all + refused, project)
  throw new StackError(what, remedy)
}
