import path from 'node:path'
import { findChromium } from '../stack/checks.ts'

export interface Check {
  title: string
  command: string[]
  env?: Record<string, string>
  /** The file of vitest's report. A check without a report counts as one test. */
  report?: string
  /** The check runs only tests with this tag. */
  tag?: string | undefined
  /** Why the check cannot run on this machine. */
  skip?: string | undefined
}

export const reportFolder = '.cache/test-reports'

/** One run of vitest on projects (names or patterns such as `verbs*`), in a system that `wrapper` starts. */
export function vitest(
  projects: string[],
  {
    wrapper = [],
    env = {},
    tag,
    title = projects.join(' and '),
  }: Partial<Pick<Check, 'title' | 'env' | 'tag'>> & { wrapper?: string[] } = {},
  ...files: string[]
): Check {
  const report = `${reportFolder}/${[title, ...files].join('-').replaceAll(/\W/g, '-')}.json`
  const command = [
    ...[...wrapper, 'vitest', 'run', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${report}`,
    ...projects.flatMap(project => ['--project', project]),
    ...(tag ? [`--tags-filter=${tag}`] : []),
    ...files,
  ]
  return { title, command, report, tag, env }
}

const cache = '.cache/checks'

/**
 * TypeScript 7 checks in a sixth of the time of 6, which dependency-cruiser needs. More than one checker would resolve
 * the shared types several times; the other core has other checks. A second run checks only changes.
 */
const tsc = (title: string, project: string): Check => {
  const buildInfo = `${cache}/types-${path.basename(path.resolve(project))}.tsbuildinfo`
  return {
    title,
    command: [
      ...['node_modules/typescript-7/bin/tsc', '--noEmit', '--project', project],
      ...['--checkers', '1', '--incremental', '--tsBuildInfoFile', buildInfo],
    ],
  }
}

/** These checks read the code and run none of it. */
export const staticChecks: Check[] = [
  { title: 'format and lint', command: ['biome', 'ci', '.'] },
  tsc('types', '.'),
  tsc('types of the dashboard', 'dashboard'),
  {
    title: 'import directions',
    command: [
      ...['depcruise', '--config', '.dependency-cruiser.mjs', 'functions/src'],
      ...['--cache', `${cache}/imports`, '--cache-strategy', 'content'],
    ],
  },
  { title: 'folders import one way', command: ['node', 'scripts/checks/folders.ts'] },
  { title: 'unused code', command: ['knip', '--cache', '--cache-location', `${cache}/knip`] },
]

export const unit: Check = vitest(['unit'])

/**
 * One build for all checks that start a system: they find the functions by `BUILT_FUNCTIONS`, the dashboard by its
 * digest.
 */
export const build: Check = { title: 'build', command: ['npm', 'run', 'build'] }

export const withStack = (...options: string[]): string[] => ['node', 'scripts/with-stack.ts', ...options]

/** Enough for tests that call the code in their own process. */
export const withFirestore = withStack('--only', 'firestore')

/** Tests that need a Chromium beside the stack. */
export const inBrowser = (project: string, options: Pick<Check, 'env' | 'tag'> = {}): Check => ({
  ...vitest([project], { wrapper: withStack('--seed'), ...options }),
  skip: findChromium() ? undefined : `${project} tests: no Chromium here; npm run doctor says how to get it`,
})
