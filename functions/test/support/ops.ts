import path from 'node:path'
import { execa } from 'execa'
import { vi } from 'vitest'
import { ops } from '../../../scripts/ops.ts'
import { describeError } from '../../../scripts/stack/errors.ts'
import { cacheDir, repoRoot } from '../../../scripts/stack/paths.ts'
import { firestoreOf } from './firestore.ts'

interface Printed {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs a command's function in this process, which saves a start of Node. */
export async function printedBy(run: () => Promise<void>): Promise<Printed> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation(line => void lines.push(String(line)))
  const before = process.exitCode
  process.exitCode = 0
  let stderr = ''
  try {
    await run()
  } catch (error) {
    stderr = describeError(error)
    process.exitCode = 1
  }
  const exitCode = Number(process.exitCode)
  process.exitCode = before
  log.mockRestore()
  return { exitCode, stdout: lines.join('\n'), stderr }
}

const lastOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout.split('\n').at(-1) ?? '')

/** A command of operators: what it prints, and its last line. */
export async function runOps(projectId: string, ...words: string[]) {
  const run = await printedBy(() => ops(words, async () => ({ sdk: firestoreOf(projectId) })))
  return { ...run, result: run.exitCode === 0 ? lastOf(run) : undefined }
}

/** A script as a person types it. */
export const typed = (script: string, words: readonly string[], env: Record<string, string> = {}) =>
  execa(process.execPath, [`scripts/${script}.ts`, ...words], {
    cwd: repoRoot,
    env: { ...env, NODE_COMPILE_CACHE: path.join(cacheDir, 'compiled') },
    reject: false,
  })
