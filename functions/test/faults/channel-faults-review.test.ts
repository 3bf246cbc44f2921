import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a mapping that is reviewed')
