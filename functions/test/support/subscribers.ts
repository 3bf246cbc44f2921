/** A subscriber of a numbering plan: the E.164 numbers or the chatapp id by which vendors and bookings name them. */
export interface Subscriber {
  plan: string
  spellings: readonly string[]
}

/** Areas and lines that a plan gives out, and what stands before and between them, once for each spelling. */
export interface Plan {
  plan: string
  areas: string
  lines: string
  spelled: readonly (readonly [before: string, between?: string])[]
}

/** From the countries' plans: spelled as a number is, or was, dialled from abroad, by voice or SMS. */
export const plans: readonly Plan[] = [
  {
    plan: 'Brazil, mobile',
    areas: '11 19 21 31 41 51 61 71 81 98',
    lines: '61234567 72345678 87654321 98765432',
    spelled: [['+55', '9'], ['+55']],
  },
  // Numbers given out since the ninth digit are never written without it; their rest may be a fixed line's.
  {
    plan: 'Brazil, new mobile',
    areas: '11 21 31 85',
    lines: '22345678 32345678 42345678 52345678',
    spelled: [['+55', '9']],
  },
  {
    plan: 'Brazil, fixed',
    areas: '11 21 31 85',
    lines: '22345678 32345678 42345678 52345678',
    spelled: [['+55']],
  },
  {
    plan: 'Mexico, three digits of area',
    areas: '222 442 624 664 984 998',
    lines: '1234567 2345678 5557777',
    spelled: [['+52'], ['+521']],
  },
  {
    plan: 'Mexico, two digits of area',
    areas: '33 55 56 81',
    lines: '12345678 26543210 91234567',
    spelled: [['+52'], ['+521']],
  },
  {
    plan: 'Argentina, Buenos Aires',
    areas: '11',
    lines: '22345678 32345678 45678901 51234567 61234567',
    spelled: [['+549'], ['+54']],
  },
  {
    plan: 'Argentina, cities',
    areas: '221 223 261 341 351 381',
    lines: '4123456 5123456 6123456',
    spelled: [['+549'], ['+54']],
  },
  {
    plan: 'Argentina, towns',
    areas: '2901 2966 3541 3822',
    lines: '412345 512345',
    spelled: [['+549'], ['+54']],
  },
  { plan: 'Argentina, free of charge', areas: '800', lines: '1234567 3334444', spelled: [['+54']] },
  {
    plan: 'Benin',
    areas: '97 61 45 21',
    lines: '123456 654321',
    spelled: [['+22901'], ['+229']],
  },
  ...(['07', '05', '01'] as const).map(operator => ({
    plan: `Ivory Coast, ${operator}`,
    areas: { '07': '07 48 59 87', '05': '05 46 54 84', '01': '01 42 53 71' }[operator],
    lines: '123456 654321',
    spelled: [[`+225${operator}`], ['+225']] as const,
  })),
  { plan: 'Ivory Coast, fixed', areas: '27 25', lines: '20123456 21654321', spelled: [['+225']] },
  {
    plan: 'Cameroon, mobile',
    areas: '75 95 50',
    lines: '123456 654321',
    spelled: [['+2376'], ['+237']],
  },
  { plan: 'Cameroon, fixed', areas: '222 233', lines: '123456 654321', spelled: [['+237']] },
  {
    plan: 'Gabon, Airtel',
    areas: '7 4',
    lines: '123456 654321',
    spelled: [['+2417'], ['+241'], ['+2410']],
  },
  {
    plan: 'Gabon, Moov and Libertis',
    areas: '2 5 6',
    lines: '123456 654321',
    spelled: [['+2416'], ['+241'], ['+2410']],
  },
  {
    plan: 'Gambia, Africell',
    areas: '70 77 21 40',
    lines: '12345 54321',
    spelled: [['+22087'], ['+220']],
  },
  {
    plan: 'Gambia, QCell',
    areas: '35 50 58',
    lines: '12345 54321',
    spelled: [['+22083'], ['+220']],
  },
  { plan: 'Gambia, Comium', areas: '66', lines: '12345 54321', spelled: [['+22086'], ['+220']] },
  { plan: 'Gambia, fixed', areas: '42 43 57', lines: '12345', spelled: [['+220']] },
  {
    plan: 'Mauritius, mobile',
    areas: '25 72 94',
    lines: '12345 54321',
    spelled: [['+2305'], ['+230']],
  },
  { plan: 'Mauritius, fixed', areas: '21 46 63', lines: '12345', spelled: [['+230']] },
  {
    plan: 'Palestine, mobile',
    areas: '59 56',
    lines: '9123456 2123456',
    spelled: [['+970'], ['+972']],
  },
  { plan: 'Israel, mobile', areas: '50 52 54', lines: '9123456 2123456', spelled: [['+972']] },
  // Numbers that look like spellings of one number, and are different ones.
  { plan: 'North America', areas: '202 305 521 549 552', lines: '5550123 9115551', spelled: [['+1']] },
  { plan: 'Italy, fixed', areas: '06 02', lines: '12345678 31234567', spelled: [['+39']] },
  { plan: 'Italy, mobile', areas: '333 6', lines: '1234567', spelled: [['+39']] },
  { plan: 'Germany', areas: '30 151 15', lines: '12345678 912345678', spelled: [['+49']] },
  {
    plan: 'Chile, Uruguay, Peru',
    areas: '56 598 51',
    lines: '987654321 99123456 22345678',
    spelled: [['+']],
  },
  { plan: 'Chatapp ids', areas: 'BR MX AR US', lines: '5511987654321 525512345678 1', spelled: [['', '.']] },
]

/** Every area of the plan with every line. */
export const subscribersOf = ({ plan, areas, lines, spelled }: Plan): Subscriber[] =>
  areas.split(' ').flatMap(area =>
    lines.split(' ').map(line => ({
      plan,
      spellings: spelled.map(([before, between = '']) => `${before}${area}${between}${line}`),
    })),
  )
