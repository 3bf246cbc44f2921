import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, it } from 'vitest'
import { requirements } from '../deploy/missing.ts'
import { repoRoot } from '../stack/paths.ts'

/** A project that has all but one of its APIs, as gcloud prints it. */
const printed = {
  services: requirements.apis.slice(1).map(name => ({ config: { name } })),
  list: requirements.secrets.map(name => ({ name: `projects/1/secrets/${name}` })),
  versions: [{ state: 'ENABLED' }],
  storage: [],
}
const dir = mkdtempSync(path.join(tmpdir(), 'deploy-'))
afterAll(() => rmSync(dir, { recursive: true }))
const command = (name: string, script: string): void => {
  writeFileSync(path.join(dir, name), `#!/usr/bin/env node\n${script}`)
  chmodSync(path.join(dir, name), 0o755)
}
command(
  'gcloud',
  `const printed = ${JSON.stringify(printed)}
  const [first, second] = process.argv.slice(2)
  console.log(JSON.stringify(printed[first === 'secrets' ? second : first]))`,
)
command('npx', `require('fs').writeFileSync(${JSON.stringify(path.join(dir, 'deployed'))}, 'yes')`)

it('prints what a project lacks, and deploys nothing', async () => {
  const { stdout, stderr, exitCode } = await execa(
    process.execPath,
    ['scripts/deploy.ts', '--project', 'p'],
    {
      cwd: repoRoot,
      env: { PATH: `${dir}${path.delimiter}${process.env.PATH}` },
      reject: false,
    },
  )
  expect(stdout).toContain(`✗ missing APIs: ${requirements.apis[0]}`)
  expect(stdout).toContain(`gcloud services enable ${requirements.apis[0]} --project p`)
  expect(stdout).not.toContain('functions:secrets:set')
  expect([exitCode, stderr]).toEqual([1, 'Nothing was deployed.\nRun the lines above, and deploy again.'])
  expect(() => readFileSync(path.join(dir, 'deployed'))).toThrow('ENOENT')
})
