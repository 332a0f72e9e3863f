/**
 * One JSON line an event, for CloudWatch. Never bodies, never names: a log line says what happened and to which call, not
 * what a pupil's record holds.
 */
export function log(level: 'info' | 'warn' | 'error', event: string, facts: Record<string, unknown> = {}): void {
  if (silenced && level === 'info') return;
  process.stdout.write(`${JSON.stringify({ level, event, at: new Date().toISOString(), ...facts })}\n`);
}

const silenced = process.env.LOG_LEVEL === 'warn';

/** An error as log facts, with its causes. */
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
 * A document, or a part of one, is left out of what is given out, which goes on without it: an error that raises an alarm
 * (`crashes` in `infra/watching/log-metrics.ts`).
 * @param document which kind, for example `report card`; never whose
 */
export const logMissingDocument = (document: string, error: unknown, facts: Record<string, unknown> = {}): void =>
  log('error', 'document missing', { document, ...facts, ...errorFacts(error) });
