import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a disconnecting')
