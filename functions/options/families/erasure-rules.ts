/** What the erasure of a student does with the records of families. */
export const erasureRules = {
  'failed-address': 'delete',
  'family-mail': 'delete',
  'registration-proposal': 'delete',
  'report-link': 'delete',
} as const;
