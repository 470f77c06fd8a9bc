import { gzipSync } from 'node:zlib'
import type { Visitor } from '@/e2e/access-visitor'

export type Script = { path: string; gzip: number }

const TAG = /<(script|link)\b[^>]*>/g
const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/**
 * Every script that a page names for the browser to load by itself: script elements, and what it preloads as a script.
 * Polyfills for browsers that know no modules are not loaded by any other.
 */
export function scriptsIn(html: string): string[] {
  const paths = [...html.matchAll(TAG)].flatMap(([tag, element]) => {
    if (/\bnomodule\b/i.test(tag)) return []
    if (element === 'script') return attribute(tag, 'src') ?? []
    const isScript = attribute(tag, 'rel') === 'modulepreload' || attribute(tag, 'as') === 'script'
    return isScript ? (attribute(tag, 'href') ?? []) : []
  })
  return [...new Set(paths)]
}

/** Weighs scripts as gzip -9 makes them, each once however many pages load it. */
export function scale(visitor: Visitor) {
  const known = new Map<string, Promise<number>>()
  const weigh = (path: string): Promise<number> => {
    const weight =
      known.get(path) ??
      visitor
        .fetch(path)
        .then((response) => response.arrayBuffer())
        .then((bytes) => gzipSync(Buffer.from(bytes), { level: 9 }).length)
    known.set(path, weight)
    return weight
  }
  /** The scripts of a page, the heaviest first. */
  return async (page: string): Promise<Script[]> => {
    const response = await visitor.fetch(page)
    const paths = scriptsIn(await response.text())
    if (paths.length === 0) throw new Error(`${page} answered ${response.status} and names no script.`)
    const weighed = await Promise.all(paths.map(async (path) => ({ path, gzip: await weigh(path) })))
    return weighed.sort((a, b) => b.gzip - a.gzip)
  }
}
