import { t } from 'i18next'
import type { Guide } from '../../i18n/guide.ts'
import { Box, Drawing, Glass, Line, Tick } from './drawing.tsx'

interface Named {
  channelManager: string
}

/** The step's words, and those in it. */
function wordsOf(step: keyof typeof bookingDrawings, channelManager = '') {
  return {
    heading: {
      title: t(`drawing.booking.${step}.title`),
      what: t(`drawing.booking.${step}.what`, { channelManager }),
    },
    word: (name: keyof Guide['drawing']['words']) => t(`drawing.words.${name}`),
  }
}

function LogIn() {
  const { heading, word } = wordsOf('logIn')
  return (
    <Drawing {...heading}>
      <Box x={70} y={38} width={180} text={word('userName')} />
      <Box x={70} y={74} width={180} text={word('password')} />
      <Box x={70} y={118} width={180} height={30} text={word('logIn')} isWanted isCentred />
    </Drawing>
  )
}

function CopyCode() {
  const { heading, word } = wordsOf('copyCode')
  return (
    <Drawing {...heading}>
      <Line x={16} y={38} width={22} height={22} />
      <text x={48} y={49} dominantBaseline="central">
        {word('property')}
      </text>
      <Box x={112} y={36} width={84} text={word('id')} isWanted isCentred />
      {[84, 102, 120, 138].map((y, index) => (
        <Line key={y} x={16} y={y} width={[280, 250, 268, 190][index] ?? 200} />
      ))}
    </Drawing>
  )
}

function OpenProvider() {
  const { heading, word } = wordsOf('openProvider')
  return (
    <Drawing {...heading}>
      <Line x={16} y={38} width={40} />
      <Line x={70} y={38} width={40} />
      <Line x={16} y={72} width={90} />
      <Line x={16} y={90} width={70} />
      <Box x={218} y={30} width={86} text={word('account')} isWanted isCentred />
      <Box x={134} y={60} width={170} height={98} />
      <Line x={146} y={74} width={100} />
      <Box x={140} y={90} width={158} text={word('provider')} isWanted />
      <Line x={146} y={126} width={120} />
      <Line x={146} y={142} width={80} />
    </Drawing>
  )
}

function SearchName({ channelManager }: Named) {
  const { heading } = wordsOf('searchName', channelManager)
  return (
    <Drawing {...heading}>
      <Box x={40} y={38} width={240} height={30} text={channelManager} isWanted />
      <Glass x={262} y={52} />
      <Box x={40} y={84} width={240} height={34} text={channelManager} />
      <Line x={40} y={134} width={150} />
    </Drawing>
  )
}

function Confirm({ channelManager }: Named) {
  const { heading, word } = wordsOf('confirm', channelManager)
  return (
    <Drawing {...heading}>
      <Line x={40} y={38} width={130} />
      <Box x={40} y={58} width={240} height={38} text={channelManager} isWanted />
      <Tick x={256} y={77} />
      <Box x={194} y={118} width={86} height={30} text={word('next')} isWanted isCentred />
    </Drawing>
  )
}

function Agreement() {
  const { heading, word } = wordsOf('agreement')
  return (
    <Drawing {...heading}>
      <text x={40} y={42} dominantBaseline="central">
        {word('agreement')}
      </text>
      {[58, 73, 88].map((y, index) => (
        <Line key={y} x={40} y={y} width={[240, 222, 170][index] ?? 200} />
      ))}
      <Box x={40} y={118} width={22} height={22} />
      <Tick x={45} y={129} />
      <Line x={72} y={126} width={90} />
      <Box x={184} y={114} width={96} height={30} text={word('accept')} isWanted isCentred />
    </Drawing>
  )
}

function Wait({ channelManager }: Named) {
  const { heading, word } = wordsOf('wait', channelManager)
  return (
    <Drawing {...heading}>
      <text x={40} y={44} dominantBaseline="central">
        {word('provider')}
      </text>
      <Box x={40} y={64} width={240} height={46} text={channelManager} />
      <Box x={170} y={74} width={100} text={word('active')} isWanted isCentred />
      <Tick x={180} y={87} isDone />
      <Line x={40} y={128} width={200} />
    </Drawing>
  )
}

/** By step of its guide. */
export const bookingDrawings = {
  logIn: LogIn,
  copyCode: CopyCode,
  openProvider: OpenProvider,
  searchName: SearchName,
  confirm: Confirm,
  agreement: Agreement,
  wait: Wait,
}
