import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describeError } from './errors.ts'
import { findFirestoreJar, firestoreRemedy } from './firestore-jar.ts'
import { findJava, newestFirst } from './java.ts'

/** `required`: without it nothing starts. `advice`: what to do, empty when all is well. */
export type Check = { name: string; ok: boolean; required: boolean; found: string; advice: string }

export function checkMachine(): Check[] {
  const found = (name: string, required: boolean, look: () => string | undefined, advice = ''): Check => {
    try {
      const file = look()
      return { name, required, ok: file !== undefined, found: file ?? '', advice }
    } catch (error) {
      return { name, required: true, ok: false, found: '', advice: describeError(error) }
    }
  }
  const java = () => {
    const { major, binary } = findJava()
    return `${major} at ${binary}`
  }
  const isNew = Number(process.versions.node.split('.')[0]) >= 24
  const node = `${process.version} at ${process.execPath}`
  return [
    { name: 'Node 24', required: true, ok: isNew, found: node, advice: nodeAdvice },
    found('Java 21 or newer', true, java),
    found('Firestore emulator', false, () => findFirestoreJar()?.file, firestoreRemedy),
    found('Chromium', false, () => findChromium(), chromiumAdvice),
  ]
}

const nodeAdvice = `Run \`npm ci\`, and this as \`npm run doctor\`: on Linux, Windows (x64) and Macs with Intel it brings a Node 24.
On other machines, Macs with Apple silicon among them, install Node 24 or newer.`

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
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM_PATH = '', PATH = '', HOME = homedir() } = env
  const dirs = PATH.split(path.delimiter)
  const onMac = ['Google Chrome', 'Chromium'].flatMap(app =>
    ['/', HOME].map(root => path.join(root, 'Applications', `${app}.app/Contents/MacOS/${app}`)),
  )
  const ofPlaywright = [
    env.PLAYWRIGHT_BROWSERS_PATH ?? '/nowhere',
    path.join(HOME, '.cache/ms-playwright'),
    path.join(HOME, 'Library/Caches/ms-playwright'),
  ].flatMap(dir => newestFirst(path.join(dir, 'chromium-*/chrome-linux{,64}/chrome')))
  const named = names.flatMap(name => dirs.map(dir => path.join(dir, name)))
  return [CHROMIUM_PATH, ...named, ...onMac, ...ofPlaywright].find(existsSync)
}
