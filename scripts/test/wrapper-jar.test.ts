import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { findJava } from '../stack/java.ts'
import { manifestAttribute, wrapperManifest, writeWrapperJar } from '../stack/wrapper-jar.ts'
import { storedZip } from '../stack/zip.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'wrapper-jar-'))
afterAll(() => rmSync(dir, { recursive: true }))

const unfold = (text: string) => text.replaceAll('\r\n ', '')

test.each([1, 60, 71, 72, 73, 143, 144, 300])(
  'a manifest value of %i characters survives in lines of 72 bytes',
  length => {
    const value = 'x'.repeat(length)
    const text = manifestAttribute('Name', value)
    expect(unfold(text)).toBe(`Name: ${value}\r\n`)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(72)
  },
)

test('the class path is a URL, with spaces and other letters encoded', () => {
  const manifest = unfold(wrapperManifest('/opt/my sdk/jär/emulator.jar'))
  expect(manifest).toContain('Class-Path: file:///opt/my%20sdk/j%C3%A4r/emulator.jar\r\n')
  expect(manifest.endsWith('\r\n\r\n')).toBe(true)
})

test('the zip carries its entries with sizes and checksums', () => {
  const content = Buffer.from('hello')
  const zip = storedZip([{ name: 'a/b.txt', content }])
  expect(zip.readUInt32LE(0)).toBe(0x04034b50)
  expect(zip.readUInt32LE(14)).toBe(crc32(content))
  expect(zip.subarray(30, 42).toString()).toBe('a/b.txthello')
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  expect(zip.readUInt16LE(end + 10)).toBe(1)
  expect(zip.readUInt32LE(zip.readUInt32LE(end + 16))).toBe(0x02014b50)
})

test('two writers leave a whole file', () => {
  const first = writeWrapperJar('/x/emulator.jar', dir)
  expect(writeWrapperJar('/x/emulator.jar', dir)).toBe(first)
  expect(readFileSync(first).includes('META-INF/MANIFEST.MF')).toBe(true)
})

const java = findJava()

test.skipIf(!java)('Java accepts the jar and looks for the main class in it', () => {
  const jar = writeWrapperJar('/nowhere/emulator.jar', dir)
  const { stderr } = spawnSync(java?.binary ?? '', ['-jar', jar], { encoding: 'utf8' })
  expect(stderr).toContain('com.google.cloud.datastore.emulator.firestore.CloudFirestore')
  expect(stderr).not.toContain('corrupt')
})
