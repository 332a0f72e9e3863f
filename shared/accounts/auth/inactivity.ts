/** Inactivity limits in milliseconds (product §9), and the absolute limits of rule 15. */
export const sessionLimits = {
  staff: { idle: 900_000, absolute: 12 * 3_600_000 },
  admin: { idle: 54_000_000, absolute: 24 * 3_600_000 },
} as const;

/** The countdown before a sign-out, in seconds. */
export const countdownSeconds = 60;

export type Area = keyof typeof sessionLimits;
