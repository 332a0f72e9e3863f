/** The option by which students sign in. */
export const entranceParts = { families: true as const };
