import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describeError } from './errors.ts'
import { findFirestoreJar, firestoreRemedy } from './firestore-jar.ts'
import { findJava, newestFirst } from './java.ts'

/** Needs of a machine beside Node. Nothing starts without a `required` one. */
export const checkMachine = () => [
  check('Java 21 or newer', true, '', () => {
    const { major, binary } = findJava()
    return `${major} at ${binary}`
  }),
  check('Firestore emulator', false, firestoreRemedy, () => findFirestoreJar()?.file),
  check('Chromium', false, chromiumAdvice, findChromium),
]

function check(name: string, required: boolean, advice: string, find: () => string | undefined) {
  try {
    return { name, required, found: find(), advice }
  } catch (error) {
    return { name, required: true, found: undefined, advice: describeError(error) }
  }
}

const chromiumAdvice = `Only tests in a browser need it.
  Debian:  sudo apt-get install chromium-headless-shell (chromium will do)
  macOS:   brew install --cask chromium (Google Chrome will do)
  or set CHROMIUM_PATH to the binary`

/** Without the parts that only a screen needs, pages take a third less processor time. */
const names = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
]

/** A Chromium or Chrome: CHROMIUM_PATH, a headless one, then the path, the usual places, Playwright's own. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH = '', PATH = '', HOME = homedir() } = process.env
  const { PLAYWRIGHT_BROWSERS_PATH = path.join(HOME, '.cache/ms-playwright') } = process.env
  const onMac = ['Google Chrome', 'Chromium'].flatMap(app =>
    ['/', HOME].map(root => path.join(root, 'Applications', `${app}.app/Contents/MacOS/${app}`)),
  )
  const dirs = PATH.split(path.delimiter)
  return [
    CHROMIUM_PATH,
    ...names.flatMap(name => dirs.map(dir => path.join(dir, name))),
    ...onMac,
    ...newestFirst(path.join(PLAYWRIGHT_BROWSERS_PATH, 'chromium-*/chrome-linux{,64}/chrome')),
  ].find(existsSync)
}
