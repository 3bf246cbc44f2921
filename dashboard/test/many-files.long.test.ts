import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { png } from '../../functions/test/support/files.ts'
import { db, fromStack } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { eventually, textBox, way } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, messagesIn, person, sandbox } from './support/world.ts'

withBrowser()

interface Chosen {
  name: string
  type: string
  /** First bytes. */
  head: number[]
  size: number
}

const head = (text: string) => [...Buffer.from(text, 'latin1')]
const formats = [
  { ending: 'png', type: 'image/png', head: [...png] },
  { ending: 'pdf', type: 'application/pdf', head: head('%PDF-1.7\n') },
  { ending: 'gif', type: 'image/gif', head: head('GIF89a') },
  { ending: 'mp4', type: 'video/mp4', head: head('\0\0\0\x18ftypmp42') },
  { ending: 'jpg', type: 'image/jpeg', head: head('\xff\xd8\xff\xe0') },
] as const
const kind = (at: number) => formats[at % formats.length] ?? formats[0]

/** Names that lead elsewhere, are markup, end a header, turn around or never end; and the stored names. */
const hostile: [name: string, storedName: string][] = [
  ['../../../etc/passwd.png', 'passwd.png'],
  ['C:\\Windows\\system32\\way.png', 'way.png'],
  ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1) .png'],
  ['line\r\nX-Evil: yes.png', 'line  X-Evil  yes.png'],
  ['cod\u202egnp.exe', 'cod gnp.exe'],
  ['%2e%2e%2f%00.png', '%2e%2e%2f%00.png'],
  [`${'🏝'.repeat(400)}.png`, '🏝'.repeat(150)],
  ['Schlüssel – Ключ 鍵.png', 'Schlüssel – Ключ 鍵.png'],
  ['"; DROP TABLE files; --.png', '; DROP TABLE files; --.png'],
  ['\u0000\u0007.png', '.png'],
]

/** Each file has its own size, by which it is recognised everywhere. */
const good: Chosen[] = [
  ...Array.from({ length: 24 }, (_, at) => ({ ...kind(at), name: `plan ${at}.${kind(at).ending}` })),
  ...hostile.map(([name]) => ({ ...formats[0], name })),
].map(({ name, type, head }, at) => ({ name, type, head: [...head], size: 300 + at }))
const storedNameOf = ({ name }: Chosen) => hostile.find(([hostileName]) => hostileName === name)?.[1] ?? name

const bad: (Chosen & { because: RegExp })[] = [
  ...Array.from({ length: 5 }, (_, at) => ({
    name: `no picture ${at}.png`,
    type: 'image/png',
    head: head('text'),
    size: 100,
    because: /not of its type/,
  })),
  ...Array.from({ length: 4 }, (_, at) => ({
    name: `nothing ${at}.pdf`,
    type: 'application/pdf',
    head: [],
    size: 0,
    because: /Empty/,
  })),
  ...Array.from({ length: 3 }, (_, at) => ({
    name: `huge ${at}.mp4`,
    type: 'video/mp4',
    head: [...kind(3).head],
    size: 16 * 1024 * 1024 + 1,
    because: /Larger than 16 MB/,
  })),
  ...[
    { name: 'setup.exe', type: 'application/x-msdownload' },
    { name: 'page.html', type: 'text/html' },
    { name: 'picture.svg', type: 'image/svg+xml' },
    { name: 'without', type: '' },
  ].map(file => ({ ...file, head: head('MZ'), size: 100, because: /of a type that does not arrive here/ })),
]

/** All files in order, the good among the bad. */
const all: Chosen[] = good.flatMap((file, at) => {
  const other = at % 2 === 1 ? bad[(at - 1) / 2] : undefined
  return other ? [file, other] : [file]
})

const dropAll = (page: Page) =>
  textBox(page).evaluate((box, all) => {
    const data = new DataTransfer()
    for (const { name, type, head, size } of all) {
      const bytes = new Uint8Array(size)
      bytes.set(head)
      data.items.add(new File([bytes], name, { type }))
    }
    for (const what of ['dragenter', 'dragover', 'drop'])
      box.dispatchEvent(new DragEvent(what, { bubbles: true, cancelable: true, dataTransfer: data }))
  }, all)

/** A line on which two of five uploads break off: one before the server hears of it, one after it has answered. */
async function badLine(device: CDPSession) {
  const broken = { before: 0, after: 0 }
  let [requests, answers] = [0, 0]
  device.on('Fetch.requestPaused', async ({ requestId, responseStatusCode }) => {
    const isAnswer = responseStatusCode !== undefined
    if (isAnswer) answers += 1
    else requests += 1
    const breaksOff = isAnswer ? answers % 4 === 2 : requests % 5 === 1
    if (breaksOff) broken[isAnswer ? 'after' : 'before'] += 1
    await (breaksOff
      ? device.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : device.send('Fetch.continueRequest', { requestId })
    ).catch(() => {})
  })
  const patterns = (['Request', 'Response'] as const).map(requestStage => ({
    urlPattern: '*/chat/threads/*/files',
    requestStage,
  }))
  await device.send('Fetch.enable', { patterns })
  return broken
}

test('fifty files of every kind at once over a bad line arrive once each, or are refused with a reason', async () => {
  expect(all).toHaveLength(50)
  const ann = await person('Ann')
  const { threadId, guestId } = await conversation({ staff: [ann] })
  const phone = '+12025550177'
  await db().doc(`guests/${guestId}`).update({ phone })
  const page = await windowOf(ann, `/inbox/${threadId}`)
  await way(page, 'SMS').click()
  const broken = await badLine(await page.context().newCDPSession(page))
  const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const refused = new Map<string, string>()
  const refuse = async (name: string, because: string) => {
    refused.set(name, because)
    await button(`Remove ${name}`).click()
  }
  const settled = () => expect.poll(() => chips.getByRole('progressbar').count(), eventually).toBe(0)

  await dropAll(page)
  await chips.first().waitFor()
  await look(page, 'fifty-files')
  for (let rounds = 0; ; rounds += 1) {
    expect(rounds, 'rounds').toBeLessThan(20)
    await settled()
    for (const text of await chips.and(page.locator('[data-failed=true]')).allInnerTexts()) {
      const [name = '', because = ''] = text.split('\n')
      if (bad.some(file => file.name === name) && !/^At most/.test(because)) await refuse(name, because)
    }
    const form = page.getByRole('form', { name: 'Write' })
    const obstacle = form.getByRole('status').getByText('does not arrive here')
    for (const text of await obstacle.allInnerTexts())
      await refuse(/"(.*)" is of/.exec(text)?.[1] ?? '', text)
    if (await obstacle.isVisible()) continue
    if ((await chips.count()) > 0 && (await button('Send SMS').isEnabled())) {
      await button('Send SMS').click()
      await expect.poll(() => chips.and(page.locator(':not([data-failed=true])')).count(), eventually).toBe(0)
    }
    if ((await chips.count()) === 0) break
    const [every, one] = [button('Try them again'), form.getByRole('button', { name: /^Try again: / })]
    if (await every.isVisible()) await every.click()
    else if (await one.isVisible()) await one.click()
  }
  console.log('fifty files', { sent: good.length, refused: refused.size, broken })
  expect(broken.before).toBeGreaterThan(5)
  expect(broken.after).toBeGreaterThan(5)

  expect([...refused.keys()].toSorted()).toEqual(bad.map(({ name }) => name).toSorted())
  for (const { name, because } of bad) expect(refused.get(name), name).toMatch(because)
  const inOrder = (files: { name: string; size: number }[]) =>
    files.map(({ name, size }) => ({ name, size })).toSorted((one, other) => one.size - other.size)
  const expected = inOrder(good.map(file => ({ name: storedNameOf(file), size: file.size })))
  const stored = async () => (await messagesIn(threadId)).flatMap(({ files }) => files as typeof expected)
  await expect.poll(async () => inOrder(await stored()), eventually).toEqual(expected)

  const sent = async (): Promise<string[]> =>
    (await sandbox().state('twilio')).messages.flatMap((one: { to: string; media_urls: string[] }) =>
      one.to === phone ? one.media_urls : [],
    )
  await expect.poll(async () => (await sent()).length, eventually).toBe(good.length)
  const fetched = await Promise.all(
    (await sent()).map(async url => {
      const answer = await fetch(new URL(new URL(url).pathname, fromStack('API_URL')))
      return (await answer.arrayBuffer()).byteLength
    }),
  )
  expect(fetched.toSorted((one, other) => one - other)).toEqual(expected.map(({ size }) => size))

  // Files whose answer was lost are removed by themselves.
  const records = (await db().collection('files').where('threadId', '==', threadId).get()).docs
  const unused = records.filter(record => record.get('state') !== 'used')
  expect(records.length - unused.length).toBe(good.length)
  for (const record of unused) expect(record.get('dueAt').toMillis()).toBeLessThan(Date.now() + 86_400_000)
})
