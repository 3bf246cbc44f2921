import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { cleanEnv } from '../../../scripts/stack/clean-env.ts'
import { repoRoot } from '../../../scripts/stack/paths.ts'

const number = z.number().nullish()
const endpoint = z.object({
  availableMemoryMb: number,
  cpu: z.union([z.number(), z.literal('gcf_gen1')]).nullish(),
  concurrency: number,
  httpsTrigger: z.looseObject({}).optional(),
  scheduleTrigger: z.object({ schedule: z.string() }).optional(),
})
const manifest = z.object({ endpoints: z.record(z.string(), endpoint) })

export interface Deployment {
  names: string[]
  /** The functions that are called over HTTPS. */
  httpFunctions: string[]
  /** Requests that an instance takes at once, its memory in MiB, its CPUs. Throws if the manifest lacks one. */
  sizeOf(name: string): { concurrency: number; memory: number; cpu: number }
  /** Schedules of the functions that run by the clock, as `every 5 minutes`. */
  schedules: string[]
}

/** The deployment's manifest of the built functions, loaded as firebase-tools does. */
export async function deploymentOf(functionsDir: string): Promise<Deployment> {
  const own = path.join(functionsDir, 'node_modules/.bin/firebase-functions')
  const cli = existsSync(own) ? own : path.join(repoRoot, 'node_modules/.bin/firebase-functions')
  const dir = mkdtempSync(path.join(tmpdir(), 'manifest-'))
  try {
    const file = path.join(dir, 'functions.yaml')
    const env = { ...cleanEnv(), GCLOUD_PROJECT: 'demo-manifest', FUNCTIONS_MANIFEST_OUTPUT_PATH: file }
    await promisify(execFile)(process.execPath, [cli, functionsDir], { cwd: functionsDir, env })
    return read(manifest.parse(JSON.parse(readFileSync(file, 'utf8'))))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const read = ({ endpoints }: z.output<typeof manifest>): Deployment => ({
  names: Object.keys(endpoints),
  httpFunctions: Object.entries(endpoints).flatMap(([name, { httpsTrigger }]) =>
    httpsTrigger ? [name] : [],
  ),
  sizeOf(name) {
    const { concurrency, availableMemoryMb: memory, cpu } = endpoints[name] ?? {}
    if (concurrency && memory && typeof cpu === 'number') return { concurrency, memory, cpu }
    throw new Error(`${name} says no concurrency, no memory or no CPU`)
  },
  schedules: Object.values(endpoints).flatMap(({ scheduleTrigger }) => scheduleTrigger?.schedule ?? []),
})
