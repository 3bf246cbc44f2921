import { histories } from './histories.ts'
import { playHistory } from './play.ts'
import { surviveHistories } from './survive-histories.ts'

surviveHistories('histories', histories, playHistory, 60)
