import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('an undo after all effects')
