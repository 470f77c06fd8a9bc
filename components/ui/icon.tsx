import * as lucide from 'lucide-react'

/**
 * Icons by name, so that a server page, a label table and a machine can name one without importing a component.
 * A name is added here when a desk first needs it.
 */
const icons = {
  'arrow-down': lucide.ArrowDown,
  'arrow-right': lucide.ArrowRight,
  'arrow-up': lucide.ArrowUp,
  bell: lucide.Bell,
  'calendar-clock': lucide.CalendarClock,
  'calendar-days': lucide.CalendarDays,
  'calendar-off': lucide.CalendarOff,
  'calendar-plus': lucide.CalendarPlus,
  check: lucide.Check,
  'chevron-down': lucide.ChevronDown,
  'chevron-right': lucide.ChevronRight,
  'circle-alert': lucide.CircleAlert,
  'circle-dashed': lucide.CircleDashed,
  'circle-help': lucide.CircleQuestionMark,
  'circle-x': lucide.CircleX,
  clock: lucide.Clock,
  'clock-alert': lucide.ClockAlert,
  'cloud-off': lucide.CloudOff,
  copy: lucide.Copy,
  download: lucide.Download,
  ellipsis: lucide.Ellipsis,
  'file-pen': lucide.FilePen,
  'flask-conical': lucide.FlaskConical,
  history: lucide.History,
  inbox: lucide.Inbox,
  info: lucide.Info,
  'key-round': lucide.KeyRound,
  link: lucide.Link,
  loader: lucide.Loader,
  lock: lucide.Lock,
  'lock-open': lucide.LockOpen,
  'list-checks': lucide.ListChecks,
  'log-out': lucide.LogOut,
  mail: lucide.Mail,
  'mail-check': lucide.MailCheck,
  'mail-plus': lucide.MailPlus,
  'mail-question': lucide.MailQuestionMark,
  'mail-x': lucide.MailX,
  minus: lucide.Minus,
  pause: lucide.Pause,
  pencil: lucide.Pencil,
  pin: lucide.Pin,
  play: lucide.Play,
  plus: lucide.Plus,
  printer: lucide.Printer,
  'refresh-cw': lucide.RefreshCw,
  'rotate-ccw': lucide.RotateCcw,
  search: lucide.Search,
  send: lucide.Send,
  settings: lucide.Settings2,
  shield: lucide.Shield,
  'shield-check': lucide.ShieldCheck,
  'shield-alert': lucide.ShieldAlert,
  shuffle: lucide.Shuffle,
  sliders: lucide.SlidersHorizontal,
  sun: lucide.Sun,
  'triangle-alert': lucide.TriangleAlert,
  undo: lucide.Undo2,
  user: lucide.User,
  'user-check': lucide.UserCheck,
  'user-plus': lucide.UserPlus,
  'user-x': lucide.UserX,
  users: lucide.Users,
  'wifi-off': lucide.WifiOff,
  x: lucide.X,
} as const

export type IconName = keyof typeof icons

/** An icon of the set, hidden from screen readers: the word beside it speaks. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  const Glyph = icons[name]
  return <Glyph aria-hidden className={`shrink-0 ${className}`} strokeWidth={1.75} />
}
