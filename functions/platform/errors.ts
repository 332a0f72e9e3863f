import type { Conflict } from '#shared/http/error-body.ts';
import { serverWordings } from '#shared/http/wordings.ts';

/** An expected failure. The pipeline answers it with the body of rule 31; every other error is a 500. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  /** Seconds until a retry makes sense (`Retry-After`), where that is known. */
  readonly seconds: number | undefined;
  constructor(status: number, message: string, seconds?: number) {
    super(message);
    this.status = status;
    this.seconds = seconds;
  }
}

/** The request is not what the protocol allows: broken JSON or UTF-8, repeated fields. */
export class MalformedError extends AppError {
  constructor(message: string = serverWordings.unreadable) {
    super(400, message);
  }
}

export class NotSignedInError extends AppError {
  constructor(message: string) {
    super(401, message);
  }
}

export class ForbiddenError extends AppError {
  constructor(message: string) {
    super(403, message);
  }
}

export class NotFoundError extends AppError {
  constructor(message: string = serverWordings.notFound) {
    super(404, message);
  }
}

/** Somebody else changed the same thing since it was read; `conflict` carries both values (rule 9). */
export class ConflictError extends AppError {
  readonly conflict: Conflict | undefined;
  constructor(message: string, conflict?: Conflict) {
    super(409, message);
    this.conflict = conflict;
  }
}

export class TooLargeError extends AppError {
  constructor(message: string = serverWordings.tooLarge) {
    super(413, message);
  }
}

export class WrongTypeError extends AppError {
  constructor(message = 'The request must be JSON.') {
    super(415, message);
  }
}

export class CsrfError extends AppError {
  constructor(message: string) {
    super(419, message);
  }
}

/** Messages per field of the input; the first one is also the sentence shown. */
export class ValidationError extends AppError {
  readonly fields: Record<string, string[]>;
  constructor(fields: Record<string, string[]>) {
    super(422, Object.values(fields)[0]?.[0] ?? serverWordings.checkEntries);
    this.fields = fields;
  }
}

/**
 * The idempotency key was used for another body, which was stored (rule 54). No value is wrong: under another key the
 * request is a new one.
 */
export class KeyReusedError extends AppError {
  constructor() {
    super(422, serverWordings.keyReused);
  }
}

/**
 * The term takes no changes (rule 47). Not a conflict: the same save is refused until an administrator opens the term
 * again.
 */
export class ClosedTermError extends AppError {
  override name = 'ClosedTermError';
  constructor(message: string) {
    super(423, message);
  }
}

/** The call needs a proof, some minutes old at most, that the caller is the account's owner. */
export class ProofDueError extends AppError {
  constructor(message: string) {
    super(428, message);
  }
}

/** Too many requests in too short a time. */
export class ThrottledError extends AppError {
  constructor(message: string, seconds?: number) {
    super(429, message, seconds);
  }
}

/**
 * A service that the call depends on did not answer. What was written is kept, and the next attempt continues from
 * there.
 */
export class UnfinishedError extends AppError {
  constructor(message: string) {
    super(503, message);
  }
}

/** True of an error that refuses values, new or seen ones: a repeated request has its own answer instead. */
export const isRefusalOfValues = (error: unknown): boolean =>
  error instanceof ConflictError || error instanceof ValidationError;
