import { surviveFaults } from './survive-faults.ts'

surviveFaults('an inbound message')
