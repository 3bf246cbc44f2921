import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file to which every test file adds the number of its fault cases and their family, a line each. */
    faultCases: string
  }
}

/** Adds up the fault cases of all test files, and prints the number of each family in the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fault-cases-'))
  const file = join(folder, 'cases')
  await writeFile(file, '')
  project.provide('faultCases', file)
  return async () => {
    const counts = new Map<string, number>()
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      const [cases = '', family = ''] = line.split(' ')
      counts.set(family, (counts.get(family) ?? 0) + Number(cases))
    }
    for (const [family, cases] of counts) if (cases > 0) console.log(`${cases} fault cases (${family})`)
    await rm(folder, { recursive: true })
  }
}
