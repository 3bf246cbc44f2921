import { type Manifest, manifestOf, plainParameters } from '../../../scripts/deploy/manifest.ts'

export interface Deployment {
  /** The functions that are called over HTTPS. */
  httpFunctions: string[]
  /** Requests that an instance takes at once, its memory in MiB, its CPUs. Throws for a function that does not say so. */
  sizeOf(name: string): { concurrency: number; memory: number; cpu: number }
  /** The environment that deploying gives every function: the parameters that have a default. */
  parameters: Record<string, string>
  /** When those run that run by the clock: `every 5 minutes`. */
  schedules: string[]
}

/** What a deployment makes of the built functions. */
export const deploymentOf = async (functionsDir: string): Promise<Deployment> =>
  read(await manifestOf(functionsDir))

const read = (manifest: Manifest): Deployment => ({
  httpFunctions: Object.entries(manifest.endpoints).flatMap(([name, { httpsTrigger }]) =>
    httpsTrigger ? [name] : [],
  ),
  sizeOf(name) {
    const { concurrency, availableMemoryMb: memory, cpu } = manifest.endpoints[name] ?? {}
    if (concurrency && memory && typeof cpu === 'number') return { concurrency, memory, cpu }
    throw new Error(`${name} says no concurrency, no memory or no CPU`)
  },
  schedules: Object.values(manifest.endpoints).flatMap(
    ({ scheduleTrigger }) => scheduleTrigger?.schedule ?? [],
  ),
  parameters: Object.fromEntries(plainParameters(manifest).map(({ name, default: value }) => [name, value])),
})
