/** Thrown by a check that does not apply to this school: it neither passes nor fails. */
export class NotApplicable extends Error {}
