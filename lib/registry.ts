import type { AnyMachine } from './engine/machine'
import { run } from './roster/machine'

/** Every machine of the product. The only file that names every domain. */
export const machines: readonly AnyMachine[] = [run]
