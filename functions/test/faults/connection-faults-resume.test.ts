import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a press after one that died when it had created')
