import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'

const dir = import.meta.dirname

/** Brings the peers' packages as their lock says, the first time and after it changed. */
export async function installPeers(): Promise<void> {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(dir, 'package-lock.json')))
    .digest('hex')
  const mark = path.join(dir, 'node_modules/.installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  process.stderr.write('Installing the peers of the bench (180 MB, about half a minute) …\n')
  await execa(
    'npm',
    ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: dir,
    },
  )
  writeFileSync(mark, lock)
}
