import { expect, test } from 'vitest'
import { majorOf } from '../stack/java.ts'

test.each([
  ['openjdk version "21.0.4" 2024-07-16', 21],
  ['openjdk version "25" 2025-09-16', 25],
  ['java version "1.8.0_392"', 8],
  ['openjdk version "22-ea" 2024-03-19', 22],
  ['Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nopenjdk version "17.0.9" 2023-10-17', 17],
  ['The operation couldn’t be completed. Unable to locate a Java Runtime.', 0],
])('reads the major version of %j', (output, major) => {
  expect(majorOf(output)).toBe(major)
})
