/** Most characters of each remark, in UTF-16 units (product §5). */
export const remarkLimits = {
  formTeacher: 500,
  /** In the field on the record; `deanPopup` is for the window with the longer form. */
  dean: 255,
  deanPopup: 500,
  music: 255,
  subject: 500,
  /** In the sheet for a short subject remark, which shows longer stored remarks whole. */
  bottomSheet: 215,
} as const;

/** The co-curricular activities of one student, joined by commas. */
export const coCurricularLimit = 1000;

/** `Tennis, Chess Club` as a list without duplicates; empty for null and blank. */
export const splitActivities = (joined: string | null): string[] =>
  [...new Set((joined ?? '').split(',').map((name) => name.trim()))].filter((name) => name !== '');

/** Joins a list by commas, as the calls write it (product §3 "Term report"); null for none. */
export const joinActivities = (names: readonly string[]): string | null => (names.length > 0 ? names.join(',') : null);
