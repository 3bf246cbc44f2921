import type { Service } from './service.ts'
import { authentication } from './services/authentication.ts'
import { firestore } from './services/firestore.ts'
import { functions } from './services/functions.ts'
import { hosting } from './services/hosting.ts'
import { identity } from './services/identity.ts'
import { observability } from './services/monitoring.ts'
import { project } from './services/project.ts'
import { schedules } from './services/scheduler.ts'
import { secrets } from './services/secrets.ts'

/** The stand-in's APIs. A new one is a file in `services/` and an entry here. */
export const services: ReadonlyMap<string, Service> = new Map(
  Object.entries({
    ...{ ...identity, ...project, ...functions, ...firestore, ...hosting },
    ...{ ...schedules, ...secrets, ...authentication, ...observability },
  }),
)

/** Those that work without being enabled. */
export const alwaysOn: ReadonlySet<string> = new Set(
  ['cloudresourcemanager', 'compute', 'firebase', 'serviceusage', 'sts', 'upload-firebasehosting', 'www'].map(
    name => `${name}.googleapis.com`,
  ),
)
