import { generateClient } from './boot/client.mjs'

await generateClient()
