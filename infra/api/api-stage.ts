/** The stage's name; it is in no address that a browser sees. */
export const stageName = 'live';

/**
 * Requests a second that one school may make: 62 teachers who each save a mark a second, with as much again to spare.
 * Above it a caller gets 429 and the outbox tries again; it also caps what a flood can cost.
 */
export const throttling = { rate: 120, burst: 240 };
