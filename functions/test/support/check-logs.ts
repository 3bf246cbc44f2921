import { afterEach, expect } from 'vitest'
import { leaksOfRun } from './log-scan.ts'
import { takeLogged } from './memory-log.ts'

afterEach(() => expect(leaksOfRun(takeLogged()), 'what verbs in this process have logged').toEqual([]))
