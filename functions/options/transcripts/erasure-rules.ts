/**
 * What the erasure of a student does with documents and earlier marks: a number stays, so that it is not given again.
 */
export const erasureRules = {
  'document-number': ['reason'],
  'earlier-marks': 'delete',
  'student-document': 'delete',
} as const;
