import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { asCommand, StackError } from '../scripts/stack/errors.ts'
import { benches } from './catalogue.ts'
import { type Report, table } from './result.ts'

const usage = `Usage: npm run bench [-- [NAME …] [--json FILE]]\nNAME is one of ${Object.keys(benches).join(', ')}; all of them without one.`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' } },
  })
  const chosen = positionals.length > 0 ? positionals : Object.keys(benches)
  const reports: Report[] = []
  for (const name of chosen) {
    const bench = benches[name]
    if (!bench) throw new StackError(`There is no bench ${name}.`, usage)
    const report = await bench()
    reports.push(report)
    process.stdout.write(`\n${table(report)}\n`)
  }
  const results = reports.flatMap(report => report.results)
  const fields = ['name', 'value', 'unit', 'baseline', 'ratio', 'goal', 'ok']
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, fields, 2)}\n`)
  if (results.some(({ ok }) => !ok)) process.stdout.write('At least one goal is missed.\n')
}

await asCommand(main)
process.exit()
