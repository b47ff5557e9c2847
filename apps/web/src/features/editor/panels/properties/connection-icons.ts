import {
  ArrowLeftRight,
  ArrowRight,
  Braces,
  Cable,
  Globe,
  ListTree,
  type LucideIcon,
  Mailbox,
  Plug,
  Radio,
  Rss,
  Waves,
} from 'lucide-react'

/** The icons that the catalog names for connections. */
export const CONNECTION_ICONS: Readonly<Record<string, LucideIcon>> = {
  'arrow-left-right': ArrowLeftRight,
  'arrow-right': ArrowRight,
  braces: Braces,
  cable: Cable,
  globe: Globe,
  'list-tree': ListTree,
  mailbox: Mailbox,
  plug: Plug,
  radio: Radio,
  rss: Rss,
  waves: Waves,
}
