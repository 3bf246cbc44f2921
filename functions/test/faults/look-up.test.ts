import { surviveFaults } from './survive-faults.ts'

surviveFaults('the look-up of a send')
