import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Report, table } from './result.ts'

/** Every bench, by the name that `npm run bench -- NAME` takes. */
const benches: Record<string, () => Promise<Report>> = {
  'create-message': async () => (await import('./create-message.ts')).benchCreateMessage(),
  send: async () => (await import('./send.ts')).benchSend(),
  mapping: async () => (await import('./mapping.ts')).benchMapping(),
  connect: async () => (await import('./connect.ts')).benchConnect(),
  drain: async () => (await import('./drain.ts')).benchDrain(),
  cost: async () => (await import('./cost.ts')).benchCost(),
  'cold-start': async () => (await import('./cold-start.ts')).benchColdStart(),
}

const usage = `Usage: npm run bench [-- [NAME …] [--json FILE]]\nNAME is one of ${Object.keys(benches).join(', ')}; all of them without one.`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
  const chosen = positionals.length > 0 ? positionals : Object.keys(benches)
  const reports: Report[] = []
  for (const name of chosen) {
    const bench = benches[name]
    if (!bench) throw new Error(`There is no bench ${name}.\n${usage}`)
    const report = await bench()
    reports.push(report)
    process.stdout.write(`\n${table(report)}\n`)
  }
  const results = reports
    .flatMap(report => report.results)
    .map(({ name, value, unit, baseline, ratio, goal, ok }) => ({
      name,
      value,
      unit,
      baseline,
      ratio,
      goal,
      ok,
    }))
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
  if (results.some(({ ok }) => !ok)) process.stdout.write('At least one goal is missed.\n')
}

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
