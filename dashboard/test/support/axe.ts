import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Findings of axe on the page, or in the dialog over it, since nothing below can be pressed; one line each. */
export async function violations(page: Page): Promise<string[]> {
  // The page allows no inline script, so axe is evaluated past its policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source())
  const { violations: found } = await page.evaluate(
    async (runOnly): Promise<AxeResults> =>
      (window as unknown as { axe: { run(where: Node, options: object): Promise<AxeResults> } }).axe.run(
        document.querySelector('[role="dialog"][aria-modal="true"]') ?? document,
        // On a long page a list of passes would take most of the time.
        { runOnly, resultTypes: ['violations'] },
      ),
    tags,
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help} at ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

let text: string | undefined
async function source(): Promise<string> {
  text ??= await (await import('node:fs/promises')).readFile(axePath, 'utf8')
  return text
}
