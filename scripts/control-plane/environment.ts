import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { services } from './services.ts'

/** firebase-tools' variables for API origins (`lib/api.js`). */
const origins: Record<string, string> = {
  CLOUD_MONITORING_URL: 'monitoring.googleapis.com',
  CLOUD_RUN_API_URL: 'run.googleapis.com',
  CLOUD_RUN_URL: 'run.googleapis.com',
  CLOUD_SECRET_MANAGER_URL: 'secretmanager.googleapis.com',
  COMPUTE_URL: 'compute.googleapis.com',
  ARTIFACT_REGISTRY_DOMAIN: 'artifactregistry.googleapis.com',
  EVENTARC_URL: 'eventarc.googleapis.com',
  FIREBASE_AUTH_MANAGEMENT_URL: 'identitytoolkit.googleapis.com',
  FIREBASE_IDENTITY_URL: 'identitytoolkit.googleapis.com',
  FIREBASE_API_URL: 'firebase.googleapis.com',
  FIREBASE_EXT_URL: 'firebaseextensions.googleapis.com',
  FIREBASE_CLOUDBILLING_URL: 'cloudbilling.googleapis.com',
  FIREBASE_CLOUDLOGGING_URL: 'logging.googleapis.com',
  FIREBASE_CLOUDBUILD_URL: 'cloudbuild.googleapis.com',
  FIREBASE_CLOUDSCHEDULER_URL: 'cloudscheduler.googleapis.com',
  FIREBASE_CLOUD_TAKS_URL: 'cloudtasks.googleapis.com',
  FIREBASE_FUNCTIONS_URL: 'cloudfunctions.googleapis.com',
  FIREBASE_FUNCTIONS_V2_URL: 'cloudfunctions.googleapis.com',
  FIREBASE_HOSTING_API_URL: 'firebasehosting.googleapis.com',
  FIREBASE_PUBSUB_URL: 'pubsub.googleapis.com',
  FIREBASE_RESOURCEMANAGER_URL: 'cloudresourcemanager.googleapis.com',
  FIREBASE_RULES_URL: 'firebaserules.googleapis.com',
  FIREBASE_RUNTIMECONFIG_URL: 'runtimeconfig.googleapis.com',
  FIREBASE_SERVICE_USAGE_URL: 'serviceusage.googleapis.com',
  FIREBASE_STORAGE_URL: 'storage.googleapis.com',
  FIREBASE_TOKEN_URL: 'www.googleapis.com',
  FIRESTORE_URL: 'firestore.googleapis.com',
}

/**
 * An environment in which firebase-tools, and anything that authenticates like it, reaches only the stand-in, signed in
 * by workload identity federation as a pipeline would be. `home` holds firebase-tools' state.
 */
export function environmentFor(url: string, home: string): Record<string, string> {
  mkdirSync(home, { recursive: true })
  const token = path.join(home, 'subject-token')
  const credentials = path.join(home, 'credentials.json')
  writeFileSync(token, 'a token of the pipeline')
  writeFileSync(credentials, JSON.stringify(federation(token)))
  return {
    ...Object.fromEntries(Object.entries(origins).map(([name, host]) => [name, `http://${known(host)}`])),
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    NO_PROXY: '127.0.0.1,localhost',
    XDG_CONFIG_HOME: home,
    GOOGLE_APPLICATION_CREDENTIALS: credentials,
  }
}

function known(host: string): string {
  if (!services.has(host)) throw new Error(`The stand-in has no ${host}.`)
  return host
}

const federation = (tokenFile: string) => ({
  type: 'external_account',
  audience:
    '//iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/ci/providers/ci',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: 'http://sts.googleapis.com/v1/token',
  credential_source: { file: tokenFile },
})
