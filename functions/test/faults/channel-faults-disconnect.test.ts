import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a disconnecting', 'a sweep of a disconnecting that died')
