/** What the erasure of a student does with signatures and with notes of class councils. */
export const erasureRules = { 'council-note': 'delete', 'report-signatures': 'delete' } as const;
