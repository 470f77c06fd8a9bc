/** A grey bar where text will stand. Give it the size of what comes: `h-4 w-40`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-sm bg-line ${className}`} />
}

/** The frame of a page or part while it loads: says so once, draws its real layout inside. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** Rows of a table or list to come. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="flex h-9 items-center gap-6 px-4">
          <Skeleton className="h-3 w-16" />
          <Skeleton className={`h-3 ${['w-40', 'w-56', 'w-48'][index % 3]}`} />
          <Skeleton className="ml-auto h-3 w-20" />
        </div>
      ))}
    </div>
  )
}
