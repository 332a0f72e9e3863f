import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorBody } from '#shared/http/error-body.ts';
import { AppError, ConflictError, ThrottledError, ValidationError } from '../errors.ts';
import { errorFacts, log } from '../log.ts';
import { headerOf } from './request-facts.ts';

/** rule 31; a sentence on a page for a browser that goes there itself. What we did not expect is a 500 with a request id and no detail; the log has the detail. */
export function errorAnswer(error: unknown, event: APIGatewayProxyEvent): APIGatewayProxyResult {
  if (error instanceof AppError)
    return answer(event, { status: error.status, body: bodyOf(error), later: laterOf(error) });
  const requestId = event.requestContext.requestId;
  log('error', 'unexpected', {
    request_id: requestId,
    call: `${event.httpMethod} ${event.resource}`,
    ...errorFacts(error),
  });
  const body = { errors: { message: ['Something went wrong. Please try again.'], request_id: requestId } };
  return answer(event, { status: 500, body });
}

const laterOf = (error: AppError): Record<string, string> =>
  error instanceof ThrottledError && error.seconds !== undefined ? { 'Retry-After': `${error.seconds}` } : {};

function bodyOf(error: AppError): ErrorBody {
  return {
    errors: {
      message: [error.message],
      ...(error instanceof ValidationError ? { fields: error.fields } : {}),
      ...(error instanceof ConflictError && error.conflict ? { conflict: error.conflict } : {}),
    },
  };
}

function answer(
  event: APIGatewayProxyEvent,
  { status, body, later = {} }: { status: number; body: ErrorBody; later?: Record<string, string> },
): APIGatewayProxyResult {
  const isPage = headerOf(event, 'accept')?.includes('text/html') ?? false;
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

/** For a document that is opened at its own address, in a tab: the sentence that the site would have shown. */
const pageOf = (sentences: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Formroom</title><body style="font: 16px/24px system-ui, sans-serif; margin: 15vh auto; max-width: 60ch; padding: 0 24px"><main><h1 style="font-size: 20px">Nothing to show</h1><p>${escapeHtml(sentences.join(' '))}</p><p><a href="/">To the sign-in</a></p></main></html>`;

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
