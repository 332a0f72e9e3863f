/**
 * Ends a run at once: what people did meanwhile is the reason, so no retry helps and nothing is broken. The run keeps
 * the error's name, and no alarm goes off.
 */
export class StoppedRunError extends Error {}
