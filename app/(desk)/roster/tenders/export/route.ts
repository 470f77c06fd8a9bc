import { exporting } from '@/app/(desk)/roster/export'

/** The tenders of a roster, for whoever may read its pages. */
export const GET = exporting('exportTenders', 'tenders')
