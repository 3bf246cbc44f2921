import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { cleanEnv } from '../stack/clean-env.ts'
import { repoRoot } from '../stack/paths.ts'

const number = z.number().nullish()

const endpoint = z.looseObject({
  entryPoint: z.string(),
  region: z.array(z.string()).default([]),
  availableMemoryMb: number,
  cpu: z.union([z.number(), z.literal('gcf_gen1')]).nullish(),
  concurrency: number,
  maxInstances: number,
  timeoutSeconds: number,
  secretEnvironmentVariables: z.array(z.object({ key: z.string() })).default([]),
  httpsTrigger: z.looseObject({ invoker: z.array(z.string()).optional() }).optional(),
  scheduleTrigger: z.looseObject({ schedule: z.string() }).optional(),
  eventTrigger: z.looseObject({ retry: z.boolean().default(false) }).optional(),
})

const manifest = z.looseObject({
  endpoints: z.record(z.string(), endpoint),
  params: z
    .array(
      z.looseObject({
        name: z.string(),
        type: z.string(),
        default: z.union([z.string(), z.number(), z.boolean()]).optional(),
      }),
    )
    .default([]),
})

export type Endpoint = z.output<typeof endpoint>
export type Manifest = z.output<typeof manifest>

/** The manifest of the built functions, loaded as firebase-tools does before deploying. */
export async function manifestOf(functionsDir: string): Promise<Manifest> {
  const own = path.join(functionsDir, 'node_modules/.bin/firebase-functions')
  const cli = existsSync(own) ? own : path.join(repoRoot, 'node_modules/.bin/firebase-functions')
  const dir = mkdtempSync(path.join(tmpdir(), 'manifest-'))
  try {
    const file = path.join(dir, 'functions.yaml')
    const env = { ...cleanEnv(), GCLOUD_PROJECT: 'demo-manifest', FUNCTIONS_MANIFEST_OUTPUT_PATH: file }
    await promisify(execFile)(process.execPath, [cli, functionsDir], { cwd: functionsDir, env })
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The non-secret parameters, with their defaults. */
export const plainParameters = ({ params }: Manifest): { name: string; default: string }[] =>
  params.flatMap(({ name, type, default: value = '' }) =>
    type === 'secret' ? [] : [{ name, default: String(value) }],
  )

export const secretNames = ({ params }: Manifest): string[] =>
  params.flatMap(({ name, type }) => (type === 'secret' ? [name] : []))
