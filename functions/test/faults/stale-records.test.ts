import { surviveFaults } from './survive-faults.ts'

surviveFaults('the sweep of a stale record')
