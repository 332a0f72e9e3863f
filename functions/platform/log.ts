/**
 * Writes an event as a line of JSON, for CloudWatch. Never bodies or names: the log has no data of pupils.
 */
export function log(level: 'info' | 'warn' | 'error', event: string, facts: Record<string, unknown> = {}): void {
  if (silenced && level === 'info') return;
  process.stdout.write(`${JSON.stringify({ level, event, at: new Date().toISOString(), ...facts })}\n`);
}

const silenced = process.env.LOG_LEVEL === 'warn';

/** An error with its causes, for a log line. */
export function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  return {
    error: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}

/**
 * Logs that a document, or a part of one, is missing from an answer, and raises an alarm (`crashes` in `infra/watching/log-metrics.ts`).
 * @param document which kind, for example `report card`; never whose
 */
export const logMissingDocument = (document: string, error: unknown, facts: Record<string, unknown> = {}): void =>
  log('error', 'document missing', { document, ...facts, ...errorFacts(error) });
