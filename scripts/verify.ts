import { parseArgs } from 'node:util'
import type { Firestore } from 'firebase-admin/firestore'
import { scheduleNames } from '../functions/src/lib/schedules.ts'
import { sandboxCredentials } from '../sandbox/src/index.ts'
import { gcloud } from './deploy/gcloud.ts'
import { parametersOf } from './deploy/vendors.ts'
import { openProject } from './ops/target.ts'
import { asCommand, StackError } from './stack/errors.ts'
import { localUrl } from './stack/parameters.ts'
import { defaultPorts } from './stack/ports.ts'
import { scheduledFunctions } from './stack/sweeps.ts'
import { type Check, check, refuteAny, runChecks } from './verify/check.ts'
import { cloudChecks } from './verify/cloud.ts'
import { bucketCheck, outsideChecks, rulesCheck } from './verify/outside.ts'
import { deployedAccess, searchKeyCheck } from './verify/search-key.ts'
import { storedChecks } from './verify/stored.ts'

// `npm run verify [-- --project ID]`: whether everything of a deployment, or of the local system, is as it should be. Writes
// nothing.

function deploymentChecks(project: string, db: Firestore): Check[] {
  const parameters = parametersOf(project)
  const { PUBLIC_URL: publicUrl, FILES_BUCKET: bucket, STORAGE_URL: storage } = parameters
  if (!publicUrl)
    throw new StackError(
      `functions/.env.${project} has no PUBLIC_URL.`,
      `npm run doctor -- --project ${project}`,
    )
  const documents = `https://firestore.googleapis.com/v1/projects/${project}/databases/(default)/documents`
  return [
    ...outsideChecks(new URL(publicUrl).origin),
    rulesCheck(documents),
    ...cloudChecks(gcloud, project),
    ...(bucket ? [bucketCheck(storage || 'https://storage.googleapis.com', bucket)] : []),
    searchKeyCheck(() => deployedAccess(gcloud, project, parameters)),
    ...storedChecks(db),
  ]
}

function stackChecks(project: string, db: Firestore): Check[] {
  const { API_URL, SANDBOX_URL, FUNCTIONS_EMULATOR_ORIGIN, FIRESTORE_EMULATOR_HOST } = process.env
  const documents = `http://${FIRESTORE_EMULATOR_HOST}/v1/projects/${project}/databases/(default)/documents`
  return [
    ...outsideChecks(API_URL ?? localUrl(defaultPorts.hosting)),
    rulesCheck(documents),
    check('schedules', async () => {
      const origin = FUNCTIONS_EMULATOR_ORIGIN ?? localUrl(defaultPorts.functions)
      const loaded = (await scheduledFunctions(origin)).map(({ name }) => name)
      const missing = scheduleNames.filter(name => !loaded.includes(name))
      refuteAny(missing, 'not loaded', 'Stop it and start it again: npm start')
      return `all ${scheduleNames.length} are loaded`
    }),
    searchKeyCheck(async () => ({
      url: `${SANDBOX_URL ?? localUrl(defaultPorts.sandbox)}/algolia`,
      appId: sandboxCredentials.algoliaAppId,
      searchKey: sandboxCredentials.algoliaSearchKey,
    })),
    ...storedChecks(db),
  ]
}

await asCommand(async () => {
  const { values } = parseArgs({ options: { project: { type: 'string' } } })
  const { id, sdk } = await openProject(values.project)
  const checks = values.project === undefined ? stackChecks(id, sdk) : deploymentChecks(id, sdk)
  process.exitCode = (await runChecks(checks, line => console.log(line))) ? 0 : 1
})
// Open connections would keep the process alive for seconds.
process.exit()
