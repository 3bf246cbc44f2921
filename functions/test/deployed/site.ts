import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildFunctions } from '../../../scripts/stack/build.ts'
import { withLock } from '../../../scripts/stack/lock.ts'
import { cacheDir, repoRoot, stacksDir } from '../../../scripts/stack/paths.ts'
import { Supervisor } from '../../../scripts/stack/supervisor.ts'

/** A folder below the checkout, whose packages are found from there, and the processes started for it. */
export interface Site {
  dir: string
  supervisor: Supervisor
  /** Ends the processes and removes the folder. Both happen also when this process is killed. */
  close(): Promise<void>
}

export function openSite(): Site {
  const id = randomBytes(4).toString('hex')
  const dir = path.join(stacksDir, id)
  mkdirSync(dir, { recursive: true })
  const supervisor = new Supervisor(id, [dir])
  return { dir, supervisor, close: () => supervisor.end() }
}

/** Builds the functions and hands over the built state; another build cannot come in between. */
export function built<T>(use: (functionsDir: string) => T | Promise<T>): Promise<T> {
  return withLock(path.join(cacheDir, 'build.lock'), async () => {
    if (!process.env.BUILT_FUNCTIONS) await buildFunctions()
    return use(path.join(repoRoot, 'functions'))
  })
}

/** A copy of the built functions at the site; answers its folder. */
export function builtCopy(site: Site, name = 'functions'): Promise<string> {
  return built(functionsDir => {
    const copy = path.join(site.dir, name)
    for (const part of ['package.json', 'dist']) {
      cpSync(path.join(functionsDir, part), path.join(copy, part), { recursive: true })
    }
    return copy
  })
}
