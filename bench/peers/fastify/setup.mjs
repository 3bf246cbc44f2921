// What a deployment of that service does once: tables and queue.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'

const connectionString = process.env.DATABASE_URL
const client = new pg.Client({ connectionString })
await client.connect()
await client.query(readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8'))
await client.end()

const boss = new PgBoss({ connectionString, supervise: false, schedule: false })
await boss.start()
await boss.createQueue('message-created')
await boss.stop({ graceful: false })
