import { readFileSync } from 'node:fs'

export function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The lines that explain a failure: the last `count` that are not blank or table frames. */
export function lastLines(text: string, count = 25): string {
  const telling = text.split('\n').filter(line => line.trim() && !/^[┌├└│]/.test(line))
  return telling
    .slice(-count)
    .map(line => `    ${line.slice(0, 400)}`)
    .join('\n')
}
