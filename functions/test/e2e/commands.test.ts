import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { seedManaged } from '../support/connection-builders.ts'
import { typed } from '../support/ops.ts'
import { db, uniqueId } from '../support/stack.ts'

const lastOf = (stdout: string) => JSON.parse(stdout.split('\n').at(-1) ?? '')

it('ops prints due work, and ends with code 1 and the reason without a command', async () => {
  const due = await typed('ops', ['due'])
  expect(due.exitCode).toBe(0)
  expect(lastOf(due.stdout).due).toContainEqual(expect.objectContaining({ kind: 'chatapp-delivery' }))
  const nothing = await typed('ops', [])
  expect(nothing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Say what to do') })
})

/** `IMPORTED=1000` is as many as a company may bring; it takes minutes. */
const many = Number(process.env.IMPORTED ?? 24)

it(
  'an import that is killed at any point and repeated makes the same properties',
  async () => {
    const landlord = uniqueId('landlord')
    const ids = await seedManaged(many)
    const rows = [
      { kind: 'landlord', id: landlord, name: 'Lars' },
      ...ids.map(channelManagerId => ({ kind: 'property', channelManagerId, landlordId: landlord })),
      ...ids.map(propertyId => ({ kind: 'request', propertyId })),
    ]
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'import-')), 'rows.jsonl')
    writeFileSync(file, rows.map(row => JSON.stringify(row)).join('\n'))
    const stored = async () =>
      (await db().collection('properties').where('landlordId', '==', landlord).count().get()).data().count
    for (const enough of [1, many / 3, (many * 3) / 4]) {
      const killed = typed('import', [file])
      while ((await stored()) < enough) await new Promise(resolve => setTimeout(resolve, 20))
      killed.kill('SIGKILL')
      await killed
    }
    const last = lastOf((await typed('import', [file])).stdout)
    expect(last.created + last.same).toBe(rows.length)
    expect(await stored()).toBe(many)
    expect(lastOf((await typed('import', [file])).stdout)).toMatchObject({
      created: 0,
      changed: 0,
      same: rows.length,
      refused: 0,
    })
    const rooms = await Promise.all(ids.map(id => db().collection(`properties/${id}/rooms`).count().get()))
    expect(rooms.every(one => one.data().count === 1)).toBe(true)
    const requests = await db()
      .collection('connectionRequests')
      .where('askedBy', '>=', 'ops:')
      .where('askedBy', '<', 'ops;')
      .get()
    expect(requests.docs.filter(one => ids.includes(one.get('propertyId')))).toHaveLength(many)
  },
  100_000 + many * 1_000,
)
