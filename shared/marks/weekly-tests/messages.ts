/** Wordings of product §5. */
export const weeklyTestMessages = {
  confirmDelete: 'Are you sure you want to delete this subject and all the marks? This action is not reversible.',
  off: 'This school does not use weekly tests.',
} as const;
