import { findChromium } from '../stack/checks.ts'

export interface Check {
  title: string
  command: string[]
  env?: Record<string, string>
  /** For a run of vitest: where it reports. A check without one counts as a single test. */
  report?: string
  /** Why it cannot be run here. */
  skip?: string | undefined
}

const reports = '.cache/test-reports'

export { reports as reportFolder }

interface VitestOptions {
  /** What starts the system that the tests run in. */
  wrapper?: string[]
  /** A share of the project's files, on a system of its own. */
  shard?: string
  env?: Record<string, string>
}

/** One run of vitest on a project, or on all whose names begin so. */
export function vitest(project: string, { wrapper = [], shard, env }: VitestOptions = {}): Check {
  const title = shard === undefined ? project : `${project} ${shard}`
  const report = `${reports}/${title.replaceAll(/\W/g, '-')}.json`
  const run = [
    'vitest',
    'run',
    '--project',
    project,
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return { title, command: [...wrapper, ...run], report, ...(env && { env }) }
}

const tsc = (title: string, ...args: string[]): Check => ({
  title,
  command: ['tsc', '--noEmit', '--incremental', ...args],
})

/** Everything that needs no running system, the longest first. */
export const quickChecks: Check[] = [
  vitest('unit'),
  tsc('types', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'),
  tsc('types of the dashboard', '-p', 'dashboard', '--tsBuildInfoFile', '.cache/types-dashboard.tsbuildinfo'),
  { title: 'format and lint', command: ['biome', 'ci', '.'] },
  { title: 'unused code', command: ['knip'] },
  {
    title: 'import directions',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'functions/src'],
  },
]

export const withStack = (...options: string[]): string[] => [
  'node',
  'scripts/with-stack.ts',
  ...options,
  'npx',
]

/** What needs a Chromium beside the stack. */
export const inBrowser = (project: string): Check => ({
  ...vitest(project, { wrapper: withStack('--seed') }),
  skip: findChromium() ? undefined : `${project} tests: no Chromium here; npm run doctor says how to get it`,
})
