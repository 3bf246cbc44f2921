import { styleText } from 'node:util'

const outcomes: boolean[] = []

/** Prints the demo: chapters, steps, values, and whether each expectation holds. */
export const story = {
  async chapter(title: string, ...parts: (() => Promise<void>)[]) {
    console.log(`\n${styleText('bold', title)}\n${'─'.repeat(title.length)}`)
    for (const part of parts)
      await part().catch(error => story.check(`it goes on to its end: ${String(error)}`, false))
  },

  step: (title: string) => console.log(`\n${styleText('cyan', '▸')} ${styleText('bold', title)}`),

  tell(label: string, value: unknown) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    console.log(`    ${styleText('dim', label.padEnd(15))} ${text}`)
  },

  /** An expectation holds if all its facts are truthy. */
  check(expectation: string, ...facts: unknown[]) {
    const holds = facts.every(Boolean)
    outcomes.push(holds)
    const mark = holds ? styleText('green', '✓') : styleText('red', '✗ NOT AS EXPECTED:')
    console.log(`  ${mark} ${expectation}`)
  },

  /** The exit code. */
  end() {
    const failed = outcomes.filter(holds => !holds).length
    const verdict = failed > 0 ? 'NOT everything is as expected' : 'Everything is as expected'
    const passed = outcomes.length - failed
    console.log(`\n${styleText('bold', verdict)}: ${passed} checks held, ${failed} did not.`)
    return Math.min(failed, 1)
  },
}
