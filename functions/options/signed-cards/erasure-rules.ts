/** What the erasure of a student does with the records of signed cards. */
export const erasureRules = { 'issued-file': 'delete', 'signed-document': 'delete' } as const;
