import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorBody } from '#shared/http/error-body.ts';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
import { AppError, ConflictError, KeyReusedError, ValidationError } from '../errors.ts';
import { logger } from '../log.ts';
import { isServiceAway, isTableAway, TableBusyError } from '../table/client/transient-errors.ts';
import { readHeader } from './request-facts.ts';

/**
 * The error body of rule 31, or a page for a browser that opens the address itself. An unexpected error is a 500 with a
 * request id; the log has the details. A transient error is a 503 with `Retry-After`.
 */
export function errorAnswer(error: unknown, event: APIGatewayProxyEvent): APIGatewayProxyResult {
  if (error instanceof AppError)
    return answer(event, { status: error.status, body: bodyOf(error), later: laterOf(error) });
  const transient = transientAnswer(error, event);
  logger.error(transient?.name ?? 'unexpected', { error });
  const { status, message, later } = transient
    ? { status: 503, message: transient.message, later: { 'Retry-After': `${transient.seconds}` } }
    : { status: 500, message: requestWordings.failed, later: {} };
  const body = { errors: { message: [message], request_id: event.requestContext.requestId } };
  return answer(event, { status, body, later });
}

/** Transient errors, after all retries: name in the log, message, and seconds until the next attempt. */
function transientAnswer(error: unknown, event: APIGatewayProxyEvent) {
  if (isTableAway(error)) return { name: 'table-away', message: awayMessage(event), seconds: 5 };
  if (error instanceof TableBusyError) return { name: 'table-busy', message: serverWordings.busy, seconds: 2 };
  if (isServiceAway(error)) return { name: 'service-away', message: serviceAwayMessage(event), seconds: 5 };
  return undefined;
}

/** A write without an answer may have been carried out, so the message does not deny it. */
const awayMessage = ({ httpMethod }: APIGatewayProxyEvent): string =>
  httpMethod === 'GET' ? serverWordings.tableAway : serverWordings.tableAwayUncertain;

/** Cognito, S3 and Step Functions. */
const serviceAwayMessage = ({ httpMethod }: APIGatewayProxyEvent): string =>
  httpMethod === 'GET' ? serverWordings.serviceAway : serverWordings.serviceAwayUncertain;

const laterOf = ({ seconds }: AppError): Record<string, string> =>
  seconds === undefined ? {} : { 'Retry-After': `${seconds}` };

function bodyOf(error: AppError): ErrorBody {
  return {
    errors: {
      message: [error.message],
      ...(error instanceof ValidationError ? { fields: error.fields } : {}),
      ...(error instanceof KeyReusedError ? { key_reused: true } : {}),
      ...(error instanceof ConflictError && error.conflict ? { conflict: error.conflict } : {}),
    },
  };
}

function answer(
  event: APIGatewayProxyEvent,
  { status, body, later = {} }: { status: number; body: ErrorBody; later?: Record<string, string> },
): APIGatewayProxyResult {
  const isPage = readHeader(event, 'accept')?.includes('text/html') ?? false;
  return {
    statusCode: status,
    headers: {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      ...later,
    },
    body: isPage ? pageOf(body.errors.message) : JSON.stringify(body),
  };
}

/** A page with the sentence that the site would show, for a document that is opened in a tab of its own. */
const pageOf = (sentences: readonly string[]): string =>
  `<!doctype html><html lang="en" translate="no"><meta charset="utf-8"><meta name="google" content="notranslate"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Formroom</title><body style="font: 16px/24px system-ui, sans-serif; margin: 15vh auto; max-width: 60ch; padding: 0 24px"><main><h1 style="font-size: 20px">Nothing to show</h1><p>${escapeHtml(sentences.join(' '))}</p><p><a href="/">To the sign-in</a></p></main></html>`;

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
