import { parseContentIds, templatesWithoutId } from '../../functions/src/adapters/twilio/content-ids.ts'
import { params, secrets } from '../../functions/src/config.ts'
import { recordOf } from '../../functions/src/lib/record-of.ts'
import { vendorGaps } from './vendors.ts'

/** Settings of a project; undefined where they could not be read. */
export interface Present {
  /** The parameters of `functions/.env.<project>`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly apis: ReadonlySet<string> | undefined
  /** Secrets whose newest version is enabled. */
  readonly secrets: ReadonlySet<string> | undefined
  readonly buckets: ReadonlySet<string> | undefined
}

export interface Missing {
  readonly what: string
  /** The commands, or the lines of `functions/.env.<project>`, that set it. */
  readonly lines: readonly string[]
  /** Whether a deployment fails, or is dangerous, without it. */
  readonly stops: boolean
}

/** For functions, schedules, secrets, Firestore, Hosting, signing in, files and alerts. */
const apis = [
  ...['artifactregistry', 'cloudbilling', 'cloudbuild', 'cloudfunctions', 'cloudscheduler', 'eventarc'],
  ...['firebasehosting', 'firebaserules', 'firestore', 'identitytoolkit', 'logging', 'monitoring'],
  ...['pubsub', 'run', 'secretmanager', 'storage'],
].map(name => `${name}.googleapis.com`)

/** Needs of a deployment: APIs, parameters without a default, secrets. */
export const requirements = {
  apis,
  parameters: Object.values(params).flatMap(param => ('default' in param ? [] : [param.name])),
  secrets: Object.values(secrets).map(({ name }) => name),
}

const region = 'europe-west1'

/** Settings that a project lacks, and how to set them. */
export function missingIn(project: string, needs: typeof requirements, present: Present): Missing[] {
  const { environment, apis, secrets, buckets } = present
  const bucket = environment.FILES_BUCKET
  return [
    ...absent('APIs', needs.apis, apis, names => [
      `gcloud services enable ${names.join(' ')} --project ${project}`,
    ]),
    ...absent('secrets', needs.secrets, secrets, names =>
      names.map(name => `npx firebase functions:secrets:set ${name} --project ${project}`),
    ),
    ...absent('bucket', bucket ? [bucket] : [], buckets, () => [
      `gcloud storage buckets create gs://${bucket} --project ${project} --location ${region} --uniform-bucket-level-access --public-access-prevention`,
    ]),
    ...unsetParameters(project, needs.parameters, environment),
    ...vendorsWithout(needs.secrets, present),
    ...templateGap(environment.CHATAPP_TEMPLATES ?? ''),
  ]
}

function absent(
  kind: string,
  names: readonly string[],
  there: ReadonlySet<string> | undefined,
  linesFor: (names: readonly string[]) => string[],
): Missing[] {
  const missing = names.filter(name => !there?.has(name))
  if (missing.length === 0) return []
  const what = there ? `missing ${kind}: ${missing.join(', ')}` : `${kind} could not be read; if missing:`
  return [{ what, lines: linesFor(missing), stops: there !== undefined }]
}

/** Also required with `ALLOWED_COUNTRIES="*"`: their defaults suit the price in docs/threat-model.md. */
const capsByPrice = [params.maxSendsPerUserPerDay.name, params.maxSendsByMembersPerDay.name]

function unsetParameters(
  project: string,
  names: readonly string[],
  environment: Present['environment'],
): Missing[] {
  const needed = environment.ALLOWED_COUNTRIES === '*' ? [...names, ...capsByPrice] : names
  const unset = needed.filter(name => !environment[name])
  const lines = unset.map(name => `${name}="…"`)
  const what = `parameters without a value in functions/.env.${project} (docs/configuration.md):`
  return unset.length === 0 ? [] : [{ what, lines, stops: true }]
}

const remark = (what: string): Missing => ({ what, lines: [], stops: false })

/** Vendors without credentials. A secret that could not be read counts as present. */
function vendorsWithout(needed: readonly string[], { environment, secrets }: Present): Missing[] {
  const there = needed.filter(name => secrets?.has(name) ?? true)
  return vendorGaps({ ...environment, ...recordOf(there, name => name) }).map(({ name, without, lacks }) =>
    remark(`${name} has no ${lacks.join(', ')}: ${without}`),
  )
}

function templateGap(contentIds: string): Missing[] {
  try {
    const names = templatesWithoutId(parseContentIds(contentIds)).join(', ')
    return names === '' ? [] : [remark(`CHATAPP_TEMPLATES has no content id of ${names}: they are not sent`)]
  } catch (error) {
    return [{ ...remark(error instanceof Error ? error.message : String(error)), stops: true }]
  }
}
