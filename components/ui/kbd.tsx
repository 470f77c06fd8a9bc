export function Kbd({ children }: { children: string }) {
  return <kbd className="rounded-sm border border-line bg-sunken px-1 font-sans text-2xs text-faint">{children}</kbd>
}
