/** What the erasure of a student does with the ids that another system gave. */
export const erasureRules = { 'sourced-id': 'delete' } as const;
