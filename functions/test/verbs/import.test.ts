import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { importFile } from '../../../scripts/import.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { channelManagerFails, sandbox, seedManaged } from '../support/connection-builders.ts'
import { printedBy } from '../support/ops.ts'
import { put, remove, uniqueId, update } from '../support/stack.ts'

const { db } = startVerbs()

const folder = mkdtempSync(path.join(tmpdir(), 'import-'))
function fileOf(name: string, text: string): string {
  const file = path.join(folder, `${uniqueId('rows')}-${name}`)
  writeFileSync(file, text)
  return file
}

const rowsOf = (rows: object[]) => fileOf('rows.jsonl', rows.map(row => JSON.stringify(row)).join('\n'))

async function run(...given: string[]) {
  const { exitCode, stdout, stderr } = await printedBy(() => importFile(given, async () => ({ sdk: db })))
  const lines = stdout.split('\n')
  return { exitCode, lines, stderr, last: lines.at(-1) && JSON.parse(lines.at(-1) ?? '') }
}

const field = async (documentPath: string, name: string) => (await db.doc(documentPath).get()).get(name)

it('imports a table of all kinds, reports on each row, and changes nothing when repeated', async () => {
  const [theirs = ''] = await seedManaged(1)
  const ids = ['lena', 'mia', 'mill', 'stay'].map(uniqueId)
  const [lena = '', mia = '', mill = '', stay = ''] = ids
  const file = fileOf(
    'all.csv',
    [
      'kind,id,name,email,phone,landlordId,channelManagerId,propertyId,ota,guestId,arrival,departure,plan,amount,currency,language,noGuideEmails',
      `request,,,,,,,${mill},booking,,,,,,,,`,
      `reservation,${stay},,,,,,${mill},,${mia},2030-05-01,2030-05-04,,,,,`,
      `property,${mill},,,,${lena},${theirs},,,,,,,,,,`,
      `landlord,${lena},"Lena, of the Mill",lena@example.com,,,,,,,,,paid,4900,EUR,de,true`,
      `guest,${mia},Mia Rossi,,\u200e(+39) 333 ١٢٣ 4567,,,,,,,,,,,,`,
      `guest,${mia}-2,Odd,,12,,,,,,,,,,,,`,
      `property,,,,,nobody,${randomUUID()},,,,,,,,,,`,
    ].join('\n'),
  )
  const dry = await run(file, '--dry-run')
  expect(dry.last, dry.lines.join('\n')).toEqual({
    created: 5,
    changed: 0,
    same: 0,
    refused: 2,
    dryRun: true,
  })
  expect((await db.doc(`accounts/${lena}`).get()).exists).toBe(false)

  const first = await run(file)
  expect(first.last, first.lines.join('\n') + first.stderr).toEqual({
    created: 5,
    changed: 0,
    same: 0,
    refused: 2,
    dryRun: false,
  })
  expect(first.exitCode).toBe(1)
  expect(first.lines.join('\n')).toMatch(/line 7: guest .*-2: refused\. phone: must be in E\.164/)
  expect(first.lines.join('\n')).toMatch(
    /line 8: property .*: refused\. There is no account of a landlord nobody/,
  )
  expect((await db.doc(`accounts/${lena}`).get()).data()).toEqual({
    name: 'Lena, of the Mill',
    email: 'lena@example.com',
    language: 'de',
    noGuideEmails: true,
    connectionService: { plan: 'paid', amount: 4900, currency: 'EUR' },
  })
  expect(await field(`properties/${mill}`, 'name')).toBe('House 0')
  expect((await db.collection(`properties/${mill}/rooms`).get()).docs.map(one => one.get('name'))).toEqual([
    'Double Room',
  ])
  expect((await db.doc(`reservations/${stay}`).get()).data()).toEqual({
    guestId: mia,
    propertyId: mill,
    arrival: '2030-05-01',
    departure: '2030-05-04',
    roomId: expect.any(String),
  })
  const requests = db.collection('connectionRequests').where('propertyId', '==', mill)
  expect((await requests.get()).docs.map(one => one.get('status'))).toEqual(['pending'])

  expect((await run(file)).last).toMatchObject({ created: 0, changed: 0, same: 5, refused: 2 })
  expect(await field(`guests/${mia}`, 'phone')).toBe('+393331234567')
  await update(`guests/${mia}`, { name: 'Mia', lastChatappInboundAt: new Date() })
  expect((await run(file)).last).toMatchObject({ created: 0, changed: 1, same: 4 })
  expect(await field(`guests/${mia}`, 'lastChatappInboundAt')).toBeDefined()
})

it('changes only those parts of the payment of a landlord that the row names', async () => {
  const id = uniqueId('landlord')
  const paid = { plan: 'paid', amount: 4900, currency: 'EUR' }
  await put(`accounts/${id}`, { name: 'Lena', connectionService: { ...paid, since: '2029' } })
  const saying = async (row: object) =>
    (await run(rowsOf([{ kind: 'landlord', id, name: 'Lena', ...row }]))).last
  expect(await saying({ plan: '' })).toMatchObject({ same: 1 })
  expect(await saying({ amount: 5900 })).toMatchObject({ changed: 1 })
  expect(await field(`accounts/${id}`, 'connectionService')).toEqual({ ...paid, amount: 5900, since: '2029' })
})

it('needs the room of a stay if the property has several, and refuses an unknown one', async () => {
  const house = uniqueId('house')
  await put(`properties/${house}`, { name: 'House', landlordId: 'lena' })
  for (const room of ['attic', 'cellar']) await put(`properties/${house}/rooms/${room}`, { name: room })
  const ids = [1, 2, 3].map(() => uniqueId('stay'))
  const file = (rooms: (string | undefined)[], more: object = {}) =>
    rowsOf(
      rooms.map((roomId, at) => ({
        kind: 'reservation',
        id: ids[at],
        guestId: 'mia',
        propertyId: house,
        roomId,
        arrival: '2030-05-01',
        departure: '2030-05-04',
        ...more,
      })),
    )
  const past = { arrival: '2020-05-01', departure: '2020-05-04' }
  expect((await run(file([undefined], past))).last).toMatchObject({ created: 1, refused: 0 })
  expect((await run(file([undefined], { status: 'cancelled' }))).last).toMatchObject({ refused: 0 })
  await remove(`reservations/${ids[0]}`)
  const { last, lines } = await run(file([undefined, 'barn', 'attic']))
  expect(last).toMatchObject({ created: 1, refused: 2 })
  const text = lines.join('\n')
  expect(text).toContain('line 1: ')
  expect(text).toMatch(/has 2 rooms, and the row says none. Give one as roomId: attic, cellar\./)
  expect(text).toMatch(/has no room barn\./)
  expect(await field(`reservations/${ids[2]}`, 'roomId')).toBe('attic')
  expect((await run(file(['cellar', 'cellar', undefined]))).last).toMatchObject({ created: 2, same: 1 })
})

/** An imported property with its row, and another landlord. */
async function imported() {
  const [channelManagerId] = await seedManaged(1)
  const [lena, mill] = [uniqueId('lena'), uniqueId('mill')]
  const row = { kind: 'property', id: mill, landlordId: lena, channelManagerId }
  const other = `${lena}-2`
  const landlords = [lena, other].map(id => ({ kind: 'landlord', id, name: 'Lena' }))
  const { last, stderr } = await run(rowsOf([...landlords, row]))
  expect(last, stderr).toMatchObject({ created: 3 })
  return { mill, row, other }
}

it('leaves a property unchanged whose row is refused', async () => {
  const { row, other } = await imported()
  const [another] = await seedManaged(1)
  const stored = async () => (await db.doc(`properties/${row.id}`).get()).data()
  const before = await stored()
  for (const [change, why] of [
    [{ channelManagerId: randomUUID() }, /The channel manager does not know this property/],
    [{ landlordId: other }, /belongs to another landlord/],
    [{ landlordId: other, channelManagerId: another }, /belongs to another landlord/],
  ] as const)
    for (const how of [['--dry-run'], []]) {
      const { last, lines } = await run(rowsOf([{ ...row, ...change }]), ...how)
      expect(last, lines.join('\n')).toMatchObject({ refused: 1, changed: 0 })
      expect(lines.join('\n')).toMatch(why)
      expect(await stored()).toEqual(before)
    }
})

it('refuses a second id for a property of the channel manager that is ours', async () => {
  const { mill, row } = await imported()
  for (const how of [['--dry-run'], []]) {
    const { last, lines } = await run(rowsOf([{ ...row, id: `${mill}-2` }]), ...how)
    expect(last).toMatchObject({ refused: 1, created: 0 })
    expect(lines.join('\n')).toContain(`is ours as ${mill}.`)
    expect((await db.doc(`properties/${mill}-2`).get()).exists).toBe(false)
  }
  const [twice = ''] = await seedManaged(1)
  const both = [`${mill}-3`, `${mill}-4`].map(id => ({ ...row, id, channelManagerId: twice }))
  const { last, lines } = await run(rowsOf(both))
  expect(last, lines.join('\n')).toMatchObject({ created: 1, refused: 1 })
  expect(lines.join('\n')).toContain(`is ours as ${mill}-3.`)
})

it('refuses rows of a missing property', async () => {
  const [lena, mill] = [uniqueId('lena'), uniqueId('mill')]
  const stay = {
    kind: 'reservation',
    id: mill,
    guestId: lena,
    arrival: '2030-05-01',
    departure: '2030-05-04',
  }
  const file = rowsOf([
    { ...stay, propertyId: mill },
    { kind: 'request', propertyId: mill },
    { kind: 'property', id: mill, landlordId: lena, name: 'Mill' },
  ])
  for (const how of [['--dry-run'], []]) {
    const { last, lines } = await run(file, ...how)
    expect(last, lines.join('\n')).toMatchObject({ created: 0, refused: 3 })
    expect(lines.join('\n').match(new RegExp(`There is no property ${mill}`, 'g'))).toHaveLength(2)
    expect((await db.doc(`reservations/${mill}`).get()).exists).toBe(false)
  }
})

it('refuses a property that the channel manager forbids, and goes on', async () => {
  const landlord = uniqueId('landlord')
  const [forbidden = '', other = ''] = await seedManaged(2)
  await channelManagerFails({ status: 403, path: forbidden })
  const file = rowsOf([
    { kind: 'landlord', id: landlord, name: 'Lars' },
    ...[forbidden, other].map(channelManagerId => ({
      kind: 'property',
      channelManagerId,
      landlordId: landlord,
    })),
  ])
  const { last, lines, stderr } = await run(file)
  await sandbox().clearFaults()
  expect(last, stderr).toMatchObject({ created: 2, refused: 1 })
  expect(lines.join('\n')).toMatch(/line 2: property .*: refused\. The channel manager refuses it: /)
})

it('imports lines of JSON, and refuses each wrong line by its number', async () => {
  const guest = uniqueId('guest')
  const file = fileOf(
    'lines.jsonl',
    [
      JSON.stringify({ kind: 'guest', id: guest, name: 'Zoë' }),
      '{"kind": "guest"',
      '',
      JSON.stringify({ kind: 'unicorn', id: 'u' }),
      JSON.stringify({ kind: 'guest', id: `${guest}-2`, name: 'Ann', age: 3 }),
      JSON.stringify({ kind: 'landlord', id: guest, name: 'Ann', language: 'German', noGuideEmails: 'no' }),
      JSON.stringify({
        kind: 'reservation',
        id: 'r',
        guestId: guest,
        propertyId: 'p',
        arrival: '2030-05-04',
        departure: '2030-05-01',
      }),
    ].join('\r\n'),
  )
  const { last, lines } = await run(file)
  expect(last).toMatchObject({ created: 1, refused: 5 })
  for (const line of [2, 4, 5, 6, 7]) expect(lines.some(text => text.startsWith(`line ${line}: `))).toBe(true)
  const odd = await run(fileOf('odd.csv', 'kind,id\n"guest'))
  expect(odd).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('The table cannot be read') })
})

it('imports e-mail addresses of any script, with the key that finds them', async () => {
  const [lena, mia] = [uniqueId('lena'), uniqueId('mia')]
  const file = rowsOf([
    { kind: 'landlord', id: lena, name: 'Lena', email: 'lena@häuser.example' },
    { kind: 'guest', id: mia, name: 'Mia', email: 'Mía.Rossi@Bücher.example' },
    { kind: 'guest', id: `${mia}-2`, name: 'Odd', email: 'mia@bücher..example' },
  ])
  expect((await run(file)).last).toMatchObject({ created: 2, refused: 1 })
  expect(await field(`accounts/${lena}`, 'email')).toBe('lena@häuser.example')
  expect(await field(`guests/${mia}`, 'email')).toBe('Mía.Rossi@Bücher.example')
  expect(await field(`guests/${mia}`, 'emailKey')).toBe('míarossi@xn--bcher-kvaexample')
  expect((await run(file)).last).toMatchObject({ same: 2, refused: 1 })
})
