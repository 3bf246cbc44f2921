import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StackError } from '../stack/errors.ts'
import { explain } from './explain.ts'
import { askGoogle, problemIn } from './firebase-tools.ts'
import type { Google } from './google.ts'

const host = 'serviceusage.googleapis.com'
const state = z.object({ state: z.string() })

/** Switches APIs on and waits until they are. Throws StackError with what to do where that is refused. */
export async function enableApis(
  cloud: Google,
  apis: readonly string[],
  patienceMs = 120_000,
): Promise<void> {
  if (apis.length === 0) return
  const path = `/v1/projects/${cloud.project}/services:batchEnable`
  const { status, body } = await askGoogle(host, 'POST', path, { serviceIds: apis })
  if (status >= 400) throw refusal(cloud.project, apis, problemIn(body).said ?? '')
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(1000)) {
    const states = await Promise.all(
      apis.map(api => cloud.get(host, `/v1/projects/${cloud.project}/services/${api}`)),
    )
    if (states.every(one => state.safeParse(one).data?.state === 'ENABLED')) return
  }
  throw new StackError('The APIs are not on yet.', 'Wait a minute and deploy again.')
}

function refusal(project: string, apis: readonly string[], said: string): StackError {
  if (/billing/i.test(said)) {
    const { what, remedy } = explain(said, project)
    return new StackError(what, remedy)
  }
  return new StackError(
    `Who deploys may not switch these APIs on: ${apis.join(', ')}.`,
    `Have an owner run gcloud services enable ${apis.join(' ')} --project ${project} once, and deploy again.`,
  )
}
