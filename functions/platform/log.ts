import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, LogLevel, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';
import { currentWork } from './correlation.ts';

/**
 * Lines as Powertools writes them, with the work that they are of. Of an error only name, message, stack and causes:
 * other fields of it may hold what somebody typed, or a record.
 */
class LineFormatter extends LogFormatter {
  override formatAttributes(line: UnformattedAttributes, fields: LogAttributes): LogItem {
    return new LogItem({
      attributes: {
        level: line.logLevel,
        message: line.message,
        timestamp: this.formatTimestamp(line.timestamp),
        service: line.serviceName,
        xray_trace_id: line.xRayTraceId,
        ...currentWork(),
        ...fields,
      },
    });
  }

  override formatError({ name, message, stack, cause }: Error): LogAttributes {
    return { name, message, stack, cause: cause instanceof Error ? this.formatError(cause) : cause && String(cause) };
  }
}

/**
 * Writes lines of JSON for CloudWatch: `logger.error('unexpected', { error })`. Never bodies or names: the log has no
 * data of students. `LOG_LEVEL` is the lowest level that is written, `info` without it.
 */
export const logger = new Logger({
  serviceName: 'formroom',
  logLevel: (process.env.LOG_LEVEL ?? 'info') as LogLevel,
  logFormatter: new LineFormatter(),
  persistentKeys: { function: process.env.AWS_LAMBDA_FUNCTION_NAME, school: process.env.SCHOOL },
  // Whatever else was thrown might hold anything.
  jsonReplacerFn: (key, value) => (key === 'error' && !(value instanceof Error) ? String(value) : value),
});

/**
 * Logs that a document, or a part of one, is missing from an answer, and raises an alarm (`crashes` in
 * `infra/watching/log-metrics.ts`).
 * @param document which kind, for example `report card`; never whose
 */
export const logMissingDocument = (document: string, error: unknown): void =>
  logger.error('document missing', { document, error });
