/** The sample roster's tenders: invented people. Every third or so holds a key. */
export const TENDERS = [
  'Amara Obi',
  'Ben Carrow',
  'Chloe Fenn',
  'Dev Patel',
  'Elin Berg',
  'Farid Noor',
  'Grace Moss',
  'Hugo Lane',
  'Iris Quaye',
  'Jonah Weir',
  'Kit Marsh',
  'Lena Ortiz',
  'Milo Sato',
  'Nadia Haddad',
  'Omar Reyes',
  'Priya Nair',
  'Quinn Doyle',
  'Rosa Lind',
  'Sami Virtanen',
  'Tess Okafor',
  'Umar Aziz',
  'Vera Kolar',
  'Will Brandt',
  'Yuki Mori',
] as const

export const KEY_HOLDERS: ReadonlySet<string> = new Set([
  'Amara Obi',
  'Ben Carrow',
  'Elin Berg',
  'Grace Moss',
  'Jonah Weir',
  'Nadia Haddad',
  'Rosa Lind',
  'Vera Kolar',
])

/** Those of the sample who tend to stay silent. */
export const QUIET: ReadonlySet<string> = new Set(['Kit Marsh', 'Omar Reyes'])

/** Ten shifts, 31 seats. */
export const PATTERN = [
  { weekday: 1, startTime: '18:00', endTime: '23:00', role: 'Bar', minSeats: 2, targetSeats: 2, keyWanted: true },
  { weekday: 2, startTime: '18:00', endTime: '23:00', role: 'Bar', minSeats: 2, targetSeats: 2, keyWanted: true },
  { weekday: 3, startTime: '18:00', endTime: '23:00', role: 'Bar', minSeats: 2, targetSeats: 3, keyWanted: true },
  { weekday: 4, startTime: '18:00', endTime: '23:00', role: 'Bar', minSeats: 2, targetSeats: 3, keyWanted: true },
  { weekday: 5, startTime: '17:00', endTime: '20:00', role: 'Bar', minSeats: 2, targetSeats: 3, keyWanted: true },
  { weekday: 5, startTime: '20:00', endTime: '00:30', role: 'Bar', minSeats: 3, targetSeats: 4, keyWanted: true },
  { weekday: 6, startTime: '12:00', endTime: '17:00', role: 'Kitchen', minSeats: 2, targetSeats: 3, keyWanted: false },
  { weekday: 6, startTime: '17:00', endTime: '20:00', role: 'Bar', minSeats: 2, targetSeats: 3, keyWanted: true },
  { weekday: 6, startTime: '20:00', endTime: '00:30', role: 'Bar', minSeats: 3, targetSeats: 5, keyWanted: true },
  { weekday: 7, startTime: '12:00', endTime: '18:00', role: 'Kitchen', minSeats: 2, targetSeats: 3, keyWanted: false },
] as const

export const ACCOUNTS = [
  { name: 'Ada Admin', email: 'admin@daybook.test', role: 'admin' },
  { name: 'Olive Operator', email: 'operator@daybook.test', role: 'operator' },
  { name: 'Ed Editor', email: 'editor@daybook.test', role: 'editor' },
  { name: 'Ines Office', email: 'office@daybook.test', role: 'office' },
  { name: 'Enzo Engineer', email: 'engineer@daybook.test', role: 'engineer' },
  { name: 'Mara Supervisor', email: 'supervisor@daybook.test', role: 'supervisor' },
] as const

export const SAMPLE_PASSWORD = 'daybook'
