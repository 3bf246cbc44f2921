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

export const reportFolder = '.cache/test-reports'

interface VitestOptions {
  /** What starts the system that the tests run in. */
  wrapper?: string[]
  env?: Record<string, string>
}

/** One run of vitest on projects; a name with a star is that of all which begin so. */
export function vitest(projects: string[], { wrapper = [], env }: VitestOptions = {}): Check {
  const title = projects.join(' and ')
  const report = `${reportFolder}/${title.replaceAll(/\W/g, '-')}.json`
  const run = [
    'vitest',
    'run',
    ...projects.flatMap(project => ['--project', project]),
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
  vitest(['unit']),
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

/** Enough for what calls the code in its own process. */
export const withFirestore = withStack('--only', 'firestore')

/** What needs a Chromium beside the stack; what is measured comes when everything else of it has ended. */
export const inBrowser = (env: Record<string, string> = {}): Check => ({
  ...vitest(['browser', 'speed'], { wrapper: withStack('--seed'), env }),
  skip: findChromium() ? undefined : 'browser tests: no Chromium here; npm run doctor says how to get it',
})
