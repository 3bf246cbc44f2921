import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { cleanEnv } from '../../../scripts/stack/clean-env.ts'
import { repoRoot } from '../../../scripts/stack/paths.ts'

const manifest = z.looseObject({
  endpoints: z.record(
    z.string(),
    z.looseObject({
      entryPoint: z.string(),
      concurrency: z.number().nullish(),
      availableMemoryMb: z.number().nullish(),
      httpsTrigger: z.unknown().optional(),
      scheduleTrigger: z.looseObject({ schedule: z.string() }).optional(),
    }),
  ),
  params: z
    .array(
      z.looseObject({ name: z.string(), default: z.union([z.string(), z.number(), z.boolean()]).optional() }),
    )
    .default([]),
})

export interface Deployment {
  /** The functions that are called over HTTPS. */
  httpFunctions: string[]
  /** Requests that an instance takes at once, and its memory in MiB. Throws for a function that does not say so. */
  sizeOf(name: string): { concurrency: number; memory: number }
  /** The environment that deploying gives every function: the parameters that have a default. */
  parameters: Record<string, string>
  /** When those run that run by the clock: `every 5 minutes`. */
  schedules: string[]
}

/** What firebase-tools learns from the built functions before it deploys them, in the way it does. */
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

const read = ({ endpoints, params }: z.output<typeof manifest>): Deployment => ({
  httpFunctions: Object.entries(endpoints).flatMap(([name, { httpsTrigger }]) =>
    httpsTrigger ? [name] : [],
  ),
  sizeOf(name) {
    const { concurrency, availableMemoryMb: memory } = endpoints[name] ?? {}
    if (concurrency && memory) return { concurrency, memory }
    throw new Error(`${name} says no concurrency, or no memory`)
  },
  schedules: Object.values(endpoints).flatMap(({ scheduleTrigger }) => scheduleTrigger?.schedule ?? []),
  parameters: Object.fromEntries(
    params.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, String(value)]])),
  ),
})
