import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { repoRoot, stacksDir } from '../../../scripts/stack/paths.ts'
import { Processes } from '../../../scripts/stack/processes.ts'

/** A folder below the checkout, so that its packages are found, and the processes started for it. */
export interface Site {
  dir: string
  processes: Processes
  /** Ends the processes and removes the folder. Both happen also when this process is killed. */
  close(): Promise<void>
}

export function openSite(): Site {
  const id = randomBytes(4).toString('hex')
  const dir = path.join(stacksDir, id)
  mkdirSync(dir, { recursive: true })
  const processes = new Processes(id, [dir])
  return { dir, processes, close: () => processes.end() }
}

/** The folder of the built functions: the build of the whole run, else one made now. */
export async function builtFunctions(): Promise<string> {
  const built = process.env.BUILT_FUNCTIONS
  if (!built) await execa(process.execPath, ['scripts/build.ts'], { cwd: repoRoot })
  return path.resolve(repoRoot, built ?? 'functions')
}

/** A copy of the built functions at the site; returns its folder. */
export async function builtCopy(site: Site, name = 'functions'): Promise<string> {
  const copy = path.join(site.dir, name)
  const functionsDir = await builtFunctions()
  for (const part of ['package.json', 'dist'])
    cpSync(path.join(functionsDir, part), path.join(copy, part), { recursive: true })
  return copy
}
