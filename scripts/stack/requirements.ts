import { StackError } from './errors.ts'
import { type FirestoreJar, findFirestoreJar } from './firestore-jar.ts'
import { findJava, type Java, minimumJava } from './java.ts'

/** How to get Java, the same words wherever it is missing. */
export function javaRemedy(seen: Java[] = []): string {
  const found = seen.map(({ binary, major }) => `Java ${major} at ${binary}`).join(', ')
  return [
    `The Firestore emulator needs Java ${minimumJava} or newer${found ? ` (found only ${found})` : ''}.`,
    `  Debian, Ubuntu: sudo apt-get install openjdk-${minimumJava}-jre-headless (or a newer one)`,
    '  macOS:          brew install --cask temurin',
    '  elsewhere:      https://adoptium.net, then set JAVA_HOME',
  ].join('\n')
}

/** How to get the Firestore emulator, the same words wherever it is missing. */
export const firestoreRemedy = [
  'firebase-tools downloads the Firestore emulator at the first start. Without access to the internet:',
  '  Google Cloud SDK: gcloud components install cloud-firestore-emulator',
  '  Debian, Ubuntu:   sudo apt-get install google-cloud-cli-firestore-emulator',
  '  or set FIRESTORE_EMULATOR_BINARY_PATH to the jar',
].join('\n')

/** What must be on the machine before anything is started; throws one message that says what to install. */
export function requirements(): { java: Java; jar: FirestoreJar } {
  const seen: Java[] = []
  const java = findJava(seen)
  if (!java) throw new StackError(javaRemedy(seen), '`npm run doctor` checks this machine for everything.')
  return { java, jar: findFirestoreJar() }
}
