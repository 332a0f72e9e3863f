/** Most characters of each remark, in UTF-16 units (product §5). */
export const remarkLimits = {
  formTeacher: 500,
  /** In the field beside the others; the popup holds the longer form. */
  dean: 255,
  deanPopup: 500,
  music: 255,
  subject: 500,
  /** The sheet for a short subject remark. A longer one that is stored already is shown there whole. */
  bottomSheet: 215,
} as const;

/** The co-curricular activities of one student, joined by commas. */
export const coCurricularLimit = 1000;

/** `Tennis, Chess Club` as a list; null and blank are none. */
export const activityList = (joined: string | null): string[] =>
  [...new Set((joined ?? '').split(',').map((name) => name.trim()))].filter((name) => name !== '');

/** A list as the calls write it (product §3): comma-joined; none is null. */
export const joinActivities = (names: readonly string[]): string | null => (names.length > 0 ? names.join(',') : null);
