/** What the erasure of a student does with what was dismissed. */
export const erasureRules = { 'dismissed-finding': 'delete' } as const;
