'use client'

import { Button } from 'react-aria-components'

export type SampleAccount = { email: string; name: string; hint: string }

/** The sample company's accounts: a press fills the form in. */
export function SampleAccounts({ accounts, onPick }: { accounts: SampleAccount[]; onPick: (email: string) => void }) {
  return (
    <section aria-labelledby="sample" className="mt-8">
      <h2 id="sample" className="font-medium">
        Sample accounts
      </h2>
      <p className="mt-0.5 text-sm text-muted">
        This is the sample company. Each of these has the password “daybook”; press one to fill it in.
      </p>
      <ul className="mt-3 overflow-clip rounded-lg border border-line bg-surface">
        {accounts.map((account) => (
          <li key={account.email} className="border-b border-line last:border-0">
            <Button
              onPress={() => onPick(account.email)}
              className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-4 py-2 text-left text-sm transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2 pressed:bg-sunken"
            >
              <span className="w-20 font-medium">{account.name}</span>
              <span className="text-muted">{account.email}</span>
              <span className="w-full text-xs text-muted">{account.hint}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
