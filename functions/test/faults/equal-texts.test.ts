import { surviveFaults } from './survive-faults.ts'

surviveFaults('two equal texts')
