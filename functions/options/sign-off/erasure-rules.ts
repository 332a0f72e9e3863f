/** What the erasure of a student does with signatures. */
export const erasureRules = { 'report-signatures': 'delete' } as const;
