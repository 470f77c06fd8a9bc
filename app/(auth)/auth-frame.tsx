import type { ReactNode } from 'react'

/** A page before sign-in: the company's name, a title, one sentence, the form. As on the tender's phone. */
export function AuthFrame({
  company,
  title,
  sentence,
  children,
}: {
  company: string | null
  title: string
  sentence?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4 pt-10 pb-12 md:pt-[14vh]">
      <p className="font-serif text-lg font-semibold tracking-tight">{company ?? 'Daybook'}</p>
      <h1 tabIndex={-1} className="mt-4 font-serif text-2xl font-semibold tracking-tight text-balance outline-none">
        {title}
      </h1>
      {sentence && <p className="mt-1 text-muted">{sentence}</p>}
      <div className="mt-6">{children}</div>
    </main>
  )
}
