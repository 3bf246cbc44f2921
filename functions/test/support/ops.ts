import path from 'node:path'
import { execa } from 'execa'
import { cacheDir, repoRoot } from '../../../scripts/stack/paths.ts'

/** The command as a person types it: what it prints, and its last line. Tests start it by the dozen, so what Node compiled is kept. */
export async function runOps(projectId: string, ...given: string[]) {
  const env = { GCLOUD_PROJECT: projectId, NODE_COMPILE_CACHE: path.join(cacheDir, 'compiled') }
  const words = ['scripts/ops.ts', ...given]
  const run = await execa(process.execPath, words, { cwd: repoRoot, env, reject: false })
  const last = run.stdout.split('\n').at(-1) ?? ''
  return { ...run, result: run.exitCode === 0 ? JSON.parse(last) : undefined }
}
