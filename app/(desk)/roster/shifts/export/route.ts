import { exporting } from '@/app/(desk)/roster/export'

/** The weekly pattern of a roster, for whoever may read its pages. */
export const GET = exporting('exportShifts', 'shifts')
