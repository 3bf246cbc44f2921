import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { dashboardBuild } from './stack/dashboard-build.ts'
import { repoRoot } from './stack/paths.ts'

/**
 * Builds the dashboard, unless a build of the same sources exists, and copies the build to `dashboard/dist` for
 * deployment.
 */
const dashboard = path.join(repoRoot, 'dashboard')
const built = dashboardBuild()
const builds = path.dirname(built)
const lifetimeMs = 24 * 3_600_000

if (!existsSync(built)) {
  const outDir = `${built}.${process.pid}`
  await build({ configFile: path.join(dashboard, 'vite.config.ts'), logLevel: 'warn', build: { outDir } })
  // Another process may have made the same build in between.
  if (existsSync(built)) rmSync(outDir, { recursive: true })
  else renameSync(outDir, built)
  for (const other of readdirSync(builds).map(name => path.join(builds, name)))
    if (Date.now() - statSync(other).mtimeMs > lifetimeMs) rmSync(other, { recursive: true, force: true })
}
const dist = path.join(dashboard, 'dist')
rmSync(dist, { recursive: true, force: true })
cpSync(built, dist, { recursive: true })
