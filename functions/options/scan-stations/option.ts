/** What the erasure of a student does with the records of stations. */
export const erasureRules = { 'refused-scan': 'delete' } as const;
