import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { builtFunctions, openSite } from '../../functions/test/deployed/site.ts'
import { freshProjectApis } from '../control-plane/cloud.ts'
import { environmentFor } from '../control-plane/environment.ts'
import { type ControlPlane, startControlPlane } from '../control-plane/server.ts'
import { cleanEnv } from '../stack/clean-env.ts'
import { cacheDir, repoRoot } from '../stack/paths.ts'

export interface Rehearsal {
  readonly dir: string
  readonly cloud: ControlPlane['cloud']
  /** Runs a command in a copy of the checkout, as a pipeline would: no terminal, nobody to ask. */
  run(command: string, input?: string): Promise<{ exitCode: number | undefined; output: string }>
  close(): Promise<void>
}

/** A built copy of what is deployed, and an empty project in the stand-in. */
export async function openRehearsal(projectId: string): Promise<Rehearsal> {
  const site = openSite()
  const plane = await startControlPlane(projectId, freshProjectApis)
  const from = (name: string) => path.join(repoRoot, name)
  const to = (name: string) => path.join(site.dir, name)
  const functionsDir = await builtFunctions()
  await execa(process.execPath, ['scripts/build-dashboard.ts'], { cwd: repoRoot })
  mkdirSync(to('dashboard'))
  cpSync(from('dashboard/dist'), to('dashboard/dist'), { recursive: true })
  for (const part of ['package.json', 'package-lock.json', 'dist'])
    cpSync(path.join(functionsDir, part), to(`functions/${part}`), { recursive: true })
  for (const name of ['firestore.rules', 'firestore.indexes.json', 'package.json'])
    cpSync(from(name), to(name))
  for (const name of ['scripts', 'node_modules']) symlinkSync(from(name), to(name))
  writeFileSync(to('firebase.json'), withoutPredeploy(readFileSync(from('firebase.json'), 'utf8')))
  const env = {
    ...cleanEnv(),
    ...environmentFor(plane.url, to('home')),
    CI: '1',
    NODE_COMPILE_CACHE: path.join(cacheDir, 'compiled'),
  }
  return {
    dir: site.dir,
    cloud: plane.cloud,
    async run(command, input = '') {
      const [file = '', ...args] = command.split(' ')
      const done = await execa(file, args, {
        cwd: site.dir,
        env,
        extendEnv: false,
        preferLocal: true,
        localDir: repoRoot,
        reject: false,
        all: true,
        input,
        timeout: 200_000,
      })
      return { exitCode: done.exitCode, output: done.all }
    },
    async close() {
      await plane.close()
      await site.close()
    },
  }
}

/** It is built already. */
const withoutPredeploy = (text: string): string => text.replaceAll(/"predeploy": \[[^\]]*\],?/g, '')
