import { surviveFaults } from './survive-faults.ts'

surviveFaults('delivery')
