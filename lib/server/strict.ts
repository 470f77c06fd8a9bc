import type { z } from 'zod'

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  items?: z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  valueType?: z.ZodType
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

function childrenOf(def: Def): z.ZodType[] {
  const single = [def.element, def.innerType, def.in, def.out, def.left, def.right, def.valueType]
  return [...Object.values(def.shape ?? {}), ...(def.options ?? []), ...(def.items ?? []), ...single].filter(
    (child) => child !== undefined,
  )
}

/**
 * Throws when any object in the schema would let unknown keys pass. Called where an action or route is defined, so a
 * schema written with `z.object` fails the first time its module loads and not when somebody tries `role: 'admin'`.
 */
export function assertStrict(name: string, schema: z.ZodType): void {
  const def = defOf(schema)
  if (def.type === 'object' && (!def.catchall || defOf(def.catchall).type !== 'never')) {
    throw new Error(`${name}: use z.strictObject, so that unknown keys are refused`)
  }
  for (const child of childrenOf(def)) assertStrict(name, child)
}
