import { isObject } from './firebase-config.ts'

export type LoadedFunction = {
  id: string
  name: string
  scheduled: boolean
  /** Minutes between two runs of a deployed one, where its schedule says so. */
  everyMinutes?: number
  secrets: string[]
}

/** The functions that the functions emulator has loaded, from its `/backends`. */
export async function loadedFunctions(
  functionsOrigin: string,
  signal?: AbortSignal,
): Promise<LoadedFunction[]> {
  const response = await fetch(`${functionsOrigin}/backends`, signal ? { signal } : {})
  return parseBackends(await response.json())
}

export function parseBackends(body: unknown): LoadedFunction[] {
  const backends = isObject(body) && Array.isArray(body.backends) ? body.backends : []
  return backends
    .filter(isObject)
    .flatMap(backend => (Array.isArray(backend.functionTriggers) ? backend.functionTriggers : []))
    .filter(isObject)
    .map(trigger => ({
      id: String(trigger.id),
      name: String(trigger.name),
      scheduled: isObject(trigger.schedule),
      ...intervalOf(trigger.schedule),
      secrets: secretNames(trigger.secretEnvironmentVariables),
    }))
}

function intervalOf(schedule: unknown): { everyMinutes?: number } {
  const said = isObject(schedule) ? String(schedule.schedule) : ''
  if (said.startsWith('every day ')) return { everyMinutes: 24 * 60 }
  const [, minutes] = /^every (\d+) minutes?$/.exec(said) ?? []
  return minutes ? { everyMinutes: Number(minutes) } : {}
}

function secretNames(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).filter(isObject).map(secret => String(secret.key))
}
