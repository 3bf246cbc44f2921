import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file to which every test file adds its number of fault cases, a line each. */
    faultCases: string
  }
}

/** Adds up the fault cases of all test files, and prints their number in the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fault-cases-'))
  const file = join(folder, 'cases')
  await writeFile(file, '')
  project.provide('faultCases', file)
  return async () => {
    const lines = (await readFile(file, 'utf8')).split('\n')
    const cases = lines.reduce((total, line) => total + Number(line), 0)
    if (cases > 0) console.log(`${cases} fault cases`)
    await rm(folder, { recursive: true })
  }
}
