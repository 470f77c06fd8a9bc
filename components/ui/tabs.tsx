'use client'

import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

export type TabItem = { key: string; label: string; count?: number; content: ReactNode }

type Props = { label: string; tabs: TabItem[]; selected?: string; onSelect?: (key: string) => void }

export function Tabs({ label, tabs, selected, onSelect }: Props) {
  return (
    <AriaTabs
      {...(selected !== undefined ? { selectedKey: selected } : {})}
      {...(onSelect ? { onSelectionChange: (key) => onSelect(String(key)) } : {})}
    >
      <TabList aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            id={tab.key}
            className="flex min-h-9 cursor-default items-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap text-muted outline-none hover:text-ink selected:border-accent selected:font-medium selected:text-ink focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent max-md:min-h-11"
          >
            {tab.label}
            {tab.count !== undefined && <span className="num text-xs text-muted">{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={tab.key} className="pt-4">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
