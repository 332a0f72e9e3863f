/** Inactivity limits and absolute limits in milliseconds (rule 15). */
export const sessionLimits = {
  staff: { idle: 900_000, absolute: 12 * 3_600_000 },
  admin: { idle: 54_000_000, absolute: 24 * 3_600_000 },
  student: { idle: 900_000, absolute: 12 * 3_600_000 },
} as const;

/** The countdown before a sign-out, in seconds. */
export const countdownSeconds = 60;

/** The kinds of session: an area's, or a student's. */
export type SessionKind = keyof typeof sessionLimits;
/** The areas of the staff's site. */
export type Area = Exclude<SessionKind, 'student'>;
