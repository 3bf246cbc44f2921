import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Served, serve } from './serve.ts'
import { openSite } from './site.ts'

// A function of its own, served as deployed, that leaves errors uncaught in every way.
const site = openSite()
const source = path.join(site.dir, 'throwing')
const sourceOf = (name: string) =>
  JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, `../../src/http/${name}.ts`)).href)
const handlers = `
import { EventEmitter } from 'node:events'
import http from 'node:http'
import { boundBodies } from ${sourceOf('bounded-bodies')}
import { servingJson } from ${sourceOf('json-requests')}
import { withoutDomains } from ${sourceOf('without-domains')}
withoutDomains()
const log = { info() {}, error: (event, { error }) => console.error(event, error) }
const serve = async ({ path }, response) => ways[path]({}, { locals: {}, send: text => response.end(text) })
if (process.env.FUNCTION_TARGET === 'chat') boundBodies(() => 1000, log, platform => servingJson(serve, { log }, platform))
const fail = () => { throw new Error('left uncaught') }
const ways = {
  '/timer': () => void setTimeout(fail, 20),
  '/rejection': () => void (async () => { await 0; fail() })(),
  '/late-rejection': () => void new Promise(resolve => setTimeout(resolve, 20)).then(fail),
  '/emitter': () => void setImmediate(() => new EventEmitter().emit('error', new Error('left uncaught'))),
  '/socket': request => void http.get({ port: process.env.PORT, path: '/fine' }, answer => answer.resume().on('end', fail)),
  '/tick': () => process.nextTick(fail),
  '/handler': fail,
  '/promise': async () => fail(),
  '/after': (request, response) => { response.send('fine'); response.locals.functionExecutionFinished = true; setTimeout(fail, 20) },
  '/slow': (request, response) => void setTimeout(() => response.send('slow'), 600),
  '/fine': (request, response) => response.send('fine'),
}
export const chat = (request, response) => ways[request.path](request, response)
export const event = async ({ subject, data }) => {
  ways[subject]?.(data, { send() {}, locals: {} })
  await new Promise(resolve => setTimeout(resolve, data.ms))
}
if (process.env.THROWS) setTimeout(fail, 200)
`
const start = (env: Record<string, string> = {}) =>
  serve({ source, target: 'chat', projectId: 'demo-uncaught', env })
let served: Served

beforeAll(async () => {
  mkdirSync(source, { recursive: true })
  writeFileSync(path.join(source, 'package.json'), JSON.stringify({ type: 'module', main: 'index.js' }))
  writeFileSync(path.join(source, 'index.js'), handlers)
  served = await start()
})
afterAll(async () => {
  await served?.stop()
  await site.close()
})

const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }

describe.each([
  ['a request', {}, 'Exception from a finished function'],
  ['a request with JSON', json, 'request failed'],
])('an error that %s leaves uncaught', (_, sent, tooLate) => {
  const ask = async (way: string) => {
    const response = await fetch(`${served.url}/${way}`, sent)
    return { status: response.status, text: await response.text() }
  }

  test.each(['timer', 'rejection', 'late-rejection', 'emitter', 'socket', 'tick', 'handler', 'promise'])(
    '(%s) is logged, answered as its own, and ends no other request',
    async way => {
      const before = served.output().length
      const slow = ask('slow')
      expect((await ask(way)).status).toBe(500)
      expect(await slow).toEqual({ status: 200, text: 'slow' })
      expect(served.output().slice(before)).toContain('left uncaught')
    },
  )

  test('is logged when its answer is out already', async () => {
    expect(await ask('after')).toEqual({ status: 200, text: 'fine' })
    await vi.waitFor(() => expect(served.output()).toContain(tooLate))
    expect(await ask('fine')).toEqual({ status: 200, text: 'fine' })
  })
})

describe('an error that an event leaves uncaught', () => {
  let heard: Served
  beforeAll(async () => {
    heard = await serve({
      source,
      target: 'event',
      projectId: 'demo-uncaught',
      env: {},
      signature: 'cloudevent',
    })
  })
  afterAll(() => heard?.stop())

  const tell = async (way: string, ms = 0) => {
    const headers = {
      ...{ 'ce-specversion': '1.0', 'ce-id': way, 'ce-source': 'test', 'ce-type': 'test', 'ce-subject': way },
      'content-type': 'application/json',
    }
    return (await fetch(heard.url, { method: 'POST', headers, body: JSON.stringify({ ms }) })).status
  }

  test.each(['/timer', '/rejection', '/late-rejection', '/emitter', '/tick', '/handler'])(
    '(%s) fails that event, and no other',
    async way => {
      const before = heard.output().length
      const slow = tell('/none', 600)
      expect(await tell(way, 300)).toBe(500)
      expect(await slow).toBe(204)
      expect(heard.output().slice(before)).toContain('left uncaught')
    },
  )

  test('is logged when the event is over', async () => {
    expect(await tell('/timer')).toBe(204)
    await vi.waitFor(() => expect(heard.output()).toContain('Exception from a finished function'))
    expect(await tell('/none')).toBe(204)
  })
})

test('an error of no request ends the process, as the platform has it', async () => {
  const doomed = await start({ THROWS: '1' })
  await vi.waitFor(() => expect(doomed.output()).toContain('Uncaught exception'), { timeout: 5_000 })
  await vi.waitFor(() => expect(fetch(doomed.url)).rejects.toThrow(), { timeout: 5_000 })
})
