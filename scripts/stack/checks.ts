import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describeError } from './errors.ts'
import { findFirestoreJar } from './firestore-jar.ts'
import { findJava, type Java } from './java.ts'
import { firestoreRemedy, javaRemedy } from './requirements.ts'

/** `required`: without it nothing starts. `advice`: what to do, empty when all is well. */
export type Check = { name: string; ok: boolean; required: boolean; found: string; advice: string }

export function checkMachine(): Check[] {
  return [checkNode(), checkJava(), checkFirestore(), checkChromium()]
}

function checkNode(): Check {
  const major = Number(process.versions.node.split('.')[0])
  const found = `${process.version} at ${process.execPath}`
  const advice = [
    'Run `npm ci`, and this as `npm run doctor`: on Linux, Windows (x64) and Macs with Intel it brings a Node 24.',
    'On other machines, Macs with Apple silicon among them, install Node 24 or newer.',
  ].join('\n')
  return { name: 'Node 24', ok: major >= 24, required: true, found, advice }
}

function checkJava(): Check {
  const seen: Java[] = []
  const java = findJava(seen)
  const found = java ? `${java.major} at ${java.binary}` : ''
  return { name: 'Java 21 or newer', ok: java !== undefined, required: true, found, advice: javaRemedy(seen) }
}

function checkFirestore(): Check {
  const base = { name: 'Firestore emulator', required: false }
  try {
    const jar = findFirestoreJar()
    if (jar.kind === 'download') return { ...base, ok: false, found: '', advice: firestoreRemedy }
    return { ...base, ok: true, found: jar.path, advice: '' }
  } catch (error) {
    return { ...base, ok: false, required: true, found: '', advice: describeError(error) }
  }
}

const chromiumAdvice = [
  'Only tests in a browser need it.',
  '  Debian:  sudo apt-get install chromium-headless-shell (chromium will do)',
  '  macOS:   brew install --cask chromium (Google Chrome will do)',
  '  or set CHROMIUM_PATH to the binary',
].join('\n')

function checkChromium(): Check {
  const found = findChromium()
  return {
    name: 'Chromium',
    ok: found !== undefined,
    required: false,
    found: found ?? '',
    advice: chromiumAdvice,
  }
}

/** Without the parts that only a screen needs, pages take a third less processor time. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** A Chromium or Chrome: CHROMIUM_PATH, a headless one, then the path, the usual places, Playwright's own. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const dirs = (env.PATH ?? '').split(path.delimiter)
  const onPath = [...shells, ...browsers].flatMap(name => dirs.map(dir => path.join(dir, name)))
  const home = env.HOME ?? homedir()
  const mac = ['Google Chrome', 'Chromium'].flatMap(app =>
    ['/', home].map(root => path.join(root, 'Applications', `${app}.app/Contents/MacOS/${app}`)),
  )
  return [env.CHROMIUM_PATH ?? '', ...onPath, ...mac, ...playwrightBrowsers(home, env)].find(
    file => file && existsSync(file),
  )
}

function playwrightBrowsers(home: string, env: NodeJS.ProcessEnv): string[] {
  const dirs = [
    env.PLAYWRIGHT_BROWSERS_PATH,
    `${home}/.cache/ms-playwright`,
    `${home}/Library/Caches/ms-playwright`,
  ]
  return dirs
    .filter(dir => dir !== undefined && existsSync(dir))
    .flatMap(dir => readdirSync(dir ?? '').map(name => path.join(dir ?? '', name)))
    .filter(dir => /chromium-\d+$/.test(dir))
    .flatMap(dir => ['chrome-linux/chrome', 'chrome-linux64/chrome'].map(file => path.join(dir, file)))
}
