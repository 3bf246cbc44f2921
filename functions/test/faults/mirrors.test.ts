import { surviveFaults } from './survive-faults.ts'

surviveFaults('a status callback', 'forwarding', 'sync', 'the sync of a note')
