import type { Firestore as SdkFirestore } from 'firebase-admin/firestore'
import { type Firestore, firestoreOver, firestoreWith } from '../functions/src/adapters/firestore/client.ts'
import { sdkStore } from '../functions/src/adapters/firestore/sdk.ts'

/** The documents of that client's project, by the client that `FIRESTORE_CLIENT` names. */
export const firestoreByEnvironment = (sdk: SdkFirestore): Firestore =>
  process.env.FIRESTORE_CLIENT === 'sdk' ? firestoreOver(sdkStore(sdk), async () => sdk) : firestoreWith(sdk)
