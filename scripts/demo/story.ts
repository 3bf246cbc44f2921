let passed = 0
let failed = 0

const tty = process.stdout.isTTY
const paint = (code: number, text: string): string => (tty ? `\u001b[${code}m${text}\u001b[0m` : text)

/** What the demo tells: chapters, what was asked and answered, and whether it is as expected. */
export const story = {
  chapter(title: string): void {
    console.log(`\n${paint(1, title)}\n${'─'.repeat(title.length)}`)
  },

  step(title: string): void {
    console.log(`\n${paint(36, '▸')} ${paint(1, title)}`)
  },

  tell(label: string, value: unknown): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    console.log(`    ${paint(2, label.padEnd(15))} ${text}`)
  },

  check(expectation: string, holds: boolean): void {
    if (holds) passed += 1
    else failed += 1
    console.log(`  ${holds ? paint(32, '✓') : paint(31, '✗ NOT AS EXPECTED:')} ${expectation}`)
  },

  /** The exit code. */
  end(): number {
    const verdict = failed === 0 ? 'Everything is as expected' : 'NOT everything is as expected'
    console.log(`\n${paint(1, verdict)}: ${passed} checks held, ${failed} did not.`)
    return failed === 0 ? 0 : 1
  },
}
