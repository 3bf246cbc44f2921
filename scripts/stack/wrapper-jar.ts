import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { storedZip } from './zip.ts'

const mainClass = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'
// A manifest line holds at most 72 bytes without its line end (JAR File Specification).
const lineBytes = 72

/** One manifest attribute, broken into continuation lines where it is too long. */
export function manifestAttribute(name: string, value: string): string {
  let rest = `${name}: ${value}`
  let lines = ''
  while (rest.length > lineBytes) {
    lines += `${rest.slice(0, lineBytes)}\r\n`
    rest = ` ${rest.slice(lineBytes)}`
  }
  return `${lines}${rest}\r\n`
}

/** A manifest that starts the emulator out of a jar that names no main class itself. */
export function wrapperManifest(jar: string): string {
  const attributes = {
    'Manifest-Version': '1.0',
    'Main-Class': mainClass,
    'Class-Path': pathToFileURL(jar).href,
  }
  const lines = Object.entries(attributes).map(([name, value]) => manifestAttribute(name, value))
  return `${lines.join('')}\r\n`
}

/**
 * Writes the wrapper jar into `dir` and returns its path. Two stacks that do it at once do not meet a half-written
 * file.
 */
export function writeWrapperJar(jar: string, dir: string): string {
  mkdirSync(dir, { recursive: true })
  const target = path.join(dir, 'firestore-emulator-wrapper.jar')
  const draft = `${target}.${process.pid}`
  const content = Buffer.from(wrapperManifest(jar), 'ascii')
  writeFileSync(draft, storedZip([{ name: 'META-INF/MANIFEST.MF', content }]), { mode: 0o755 })
  renameSync(draft, target)
  return target
}
