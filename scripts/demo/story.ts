import { styleText } from 'node:util'

let passed = 0
let failed = 0

/** What the demo tells: chapters, what was asked and answered, and whether it is as expected. */
export const story = {
  async chapter(title: string, ...parts: (() => Promise<void>)[]): Promise<void> {
    console.log(`\n${styleText('bold', title)}\n${'─'.repeat(title.length)}`)
    for (const part of parts)
      await part().catch(error => story.check(`it goes on to its end: ${String(error)}`, false))
  },

  step(title: string): void {
    console.log(`\n${styleText('cyan', '▸')} ${styleText('bold', title)}`)
  },

  tell(label: string, value: unknown): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    console.log(`    ${styleText('dim', label.padEnd(15))} ${text}`)
  },

  check(expectation: string, holds: boolean): void {
    if (holds) passed += 1
    else failed += 1
    const mark = holds ? styleText('green', '✓') : styleText('red', '✗ NOT AS EXPECTED:')
    console.log(`  ${mark} ${expectation}`)
  },

  /** The exit code. */
  end(): number {
    const verdict = failed === 0 ? 'Everything is as expected' : 'NOT everything is as expected'
    console.log(`\n${styleText('bold', verdict)}: ${passed} checks held, ${failed} did not.`)
    return failed === 0 ? 0 : 1
  },
}
