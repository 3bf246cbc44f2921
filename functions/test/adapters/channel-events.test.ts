import { describe, expect, it } from 'vitest'
import { channelEvents } from '../../src/adapters/channel-manager/events.ts'
import { channelManagerConfig, credentials, describeFailures, errorsInOk, useSandbox } from './harness.ts'

const sandbox = useSandbox('channel-manager')

const events = (more: object = {}) => channelEvents({ ...channelManagerConfig(sandbox.vendorUrl()), ...more })

const add = async (channelId: string, more: object = {}): Promise<string> => {
  const { event } = await sandbox.control('POST', 'channel-manager/event', { channelId, ...more })
  return event.id
}
const answer = (data: unknown) => sandbox.answer({ data })
const event = (attributes: object, id: unknown = 'e') => ({ type: 'channel_event', id, attributes })
const at = '2026-11-20T10:00:00Z'
const sync = { name: 'sync', inserted_at: at, payload: { result: 'success' } }

describe('the newest sync', () => {
  it('is found among the events of the channel', async () => {
    await add('c', { result: 'success', insertedAt: '2026-11-20T10:00:00Z' })
    const id = await add('c', { result: 'failure', insertedAt: '2026-11-20T12:00:00Z' })
    await add('c', { result: 'success', insertedAt: '2026-11-20T11:00:00Z' })
    await add('c', { name: 'activate', insertedAt: '2026-11-20T13:00:00Z' })
    await add('other', { insertedAt: '2026-11-20T13:00:00Z' })
    const newest = await events().newestSync('c')
    expect(newest).toEqual({ id, at: new Date('2026-11-20T12:00:00Z'), result: 'failure' })
    const [request] = await sandbox.requests()
    const query = new URLSearchParams(request?.path.split('?')[1])
    expect(Object.fromEntries(query)).toEqual({ 'filter[channel_id]': 'c', 'pagination[limit]': '50' })
  })

  it('is undefined before the OTA has said anything', async () => {
    expect(await events().newestSync('c')).toBeUndefined()
    await add('c', { name: 'activate' })
    expect(await events().newestSync('c')).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['no attributes', { id: 'e' }],
    ['no id', event(sync, null)],
    ['an invalid time', event({ ...sync, inserted_at: 'yesterday' })],
    ['a time that cannot be stored', event({ ...sync, inserted_at: '+99999-01-01T00:00:00Z' })],
    ['no time', event({ ...sync, inserted_at: undefined })],
    ['no payload', event({ ...sync, payload: undefined })],
    ['no result yet', event({ ...sync, payload: {} })],
    ['a result that is no word', event({ ...sync, payload: { result: { ok: true } } })],
    ['an empty result', event({ ...sync, payload: { result: ' ' } })],
    ['the event of another channel', event({ ...sync, channel_id: 'other' })],
  ])('is none for an answer with %s', async (_, odd) => {
    await answer([odd])
    expect(await events().newestSync('c')).toBeUndefined()
  })

  it('reads a time without a zone as UTC', async () => {
    await answer([event({ ...sync, inserted_at: '2026-11-20T10:00:00.123456' })])
    expect((await events().newestSync('c'))?.at).toEqual(new Date('2026-11-20T10:00:00.123Z'))
  })
})

describe('the words of the OTA', () => {
  it.each<[string, string, string]>([
    [
      'the texts and messages of XML',
      '<RS><Errors><Error Type="3" ShortText="Rate 5 is closed">Ask support</Error></Errors></RS>',
      'Rate 5 is closed; Ask support',
    ],
    ['the texts of JSON', '{"errors":[{"code":7,"message":"no such room"}]}', 'errors.message: no such room'],
    ['a plain text', 'Hotel is  not open', 'Hotel is not open'],
  ])('are %s', async (_, reply, words) => {
    const id = await add('c', { reply })
    expect(await events().wordsOf(id)).toBe(words)
  })

  it('are undefined when the OTA sent none, or when there is no log', async () => {
    expect(await events().wordsOf(await add('c', { reply: '<RS><Errors/></RS>' }))).toBeUndefined()
    expect(await events().wordsOf('no-such-event')).toBeUndefined()
  })

  it('never include our request', async () => {
    await answer([
      { attributes: { request: 'ours', request_body: 'ours too', response: { text: 'theirs' } } },
    ])
    expect(await events().wordsOf('e')).toBe('text: theirs')
  })

  it.each([null, 'text', 5, [], [null], { deep: { error: 'found' } }])(
    'are read tolerantly from %j',
    async data => {
      await answer(data)
      expect(await events().wordsOf('e')).toBe(JSON.stringify(data)?.includes('found') ? 'found' : undefined)
    },
  )

  it('are bounded', async () => {
    const id = await add('c', { reply: 'x'.repeat(100_000) })
    expect(await events().wordsOf(id)).toHaveLength(500)
  })
})

describeFailures(sandbox, {
  client: events,
  reads: { newestSync: of => of.newestSync('c'), wordsOf: of => of.wordsOf('e') },
  more: [errorsInOk],
  isFine: (call, { status }) => call === 'wordsOf' && status === 404,
  secrets: [credentials.channelManagerApiKey],
})
