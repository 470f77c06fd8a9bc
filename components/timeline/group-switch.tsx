'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { withFilter } from '@/components/ui/filter-params'
import { Switch } from '@/components/ui/switch'

/** Each subject's rows together, or everything as it happened. It lives in the URL. */
export function GroupSwitch() {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  return (
    <Switch
      label="By subject"
      on={query.get('group') === 'subject'}
      onChange={(on) =>
        router.push(`${path}${withFilter(query.toString(), 'group', on ? 'subject' : null)}`, { scroll: false })
      }
    />
  )
}
