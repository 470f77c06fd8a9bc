import { takePolicyReport } from '@/lib/server/policy-report'

/** Open to anybody: browsers send these by themselves, without a session. */
export const POST = takePolicyReport
