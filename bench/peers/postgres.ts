import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa, execaSync } from 'execa'
import { freePort } from '../../functions/test/deployed/serve.ts'
import { isRunning, Supervisor } from '../../scripts/stack/supervisor.ts'

/** A server of its own with its settings as PostgreSQL ships them, fsync and synchronous_commit on; gone when closed. */
export interface Postgres {
  pid: number
  version: string
  /** Makes an empty database; answers how to reach it. */
  database(name: string): Promise<string>
  sql(database: string, text: string): Promise<void>
  close(): Promise<void>
}

const startsWithinMs = 30_000

/** The folder of the newest PostgreSQL that the system's packages have here, or of one on the path. */
export function findPostgres(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map(version => path.join(packaged, version, 'bin'))
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  return [...folders, ...onPath].find(folder => existsSync(path.join(folder, 'initdb')))
}

export async function startPostgres(binDir: string): Promise<Postgres> {
  const dir = mkdtempSync(path.join(tmpdir(), 'peers-'))
  const supervisor = new Supervisor(path.basename(dir), [dir])
  const owner = unprivileged()
  if (owner) chownSync(dir, owner.uid, owner.gid)
  const data = path.join(dir, 'data')
  const tool = (name: string) => path.join(binDir, name)
  try {
    await execa(tool('initdb'), ['-D', data, '-U', 'bench', '--auth=trust', '-E', 'UTF8', '--no-sync'], {
      cwd: dir,
      ...owner,
    })
    const port = await freePort()
    const child = supervisor.service(
      tool('postgres'),
      ['-D', data, '-k', dir, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
      { cwd: dir, stdio: 'ignore', ...owner },
    )
    const psql = (database: string, text: string) =>
      execa(tool('psql'), ['-h', dir, '-p', String(port), '-U', 'bench', '-d', database, '-qAtc', text], {
        reject: false,
      })
    const sql = async (database: string, text: string) => {
      const { exitCode, stderr } = await psql(database, text)
      if (exitCode !== 0) throw new Error(`PostgreSQL: ${stderr}`)
    }
    let version = ''
    for (const until = Date.now() + startsWithinMs; version === ''; await sleep(50)) {
      if (Date.now() > until || !isRunning(child)) throw new Error('PostgreSQL did not start.')
      version = (await psql('postgres', 'SHOW server_version')).stdout.split(' ')[0] ?? ''
    }
    return {
      pid: child.pid ?? 0,
      version,
      sql,
      async database(name) {
        await sql('postgres', `CREATE DATABASE ${name}`)
        return `postgres://bench@127.0.0.1:${port}/${name}`
      },
      async close() {
        // It ends its clients' sessions and itself; SIGTERM would wait for them.
        child.kill('SIGINT')
        await supervisor.end()
      },
    }
  } catch (error) {
    await supervisor.end()
    throw error
  }
}

/** Whom PostgreSQL runs as where we are root, as whom it refuses to run. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const { stdout, exitCode } = execaSync('id', ['-u', name], { reject: false })
    const group = execaSync('id', ['-g', name], { reject: false })
    if (exitCode === 0) return { uid: Number(stdout), gid: Number(group.stdout) }
  }
  return undefined
}
