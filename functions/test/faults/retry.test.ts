import { surviveFaults } from './survive-faults.ts'

surviveFaults('a retry')
