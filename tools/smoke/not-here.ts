/** Thrown by a check of something that this school has not: neither passed nor failed. */
export class NotHere extends Error {}
