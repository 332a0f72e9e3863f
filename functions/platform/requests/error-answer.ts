import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorBody } from '#shared/http/error-body.ts';
import { AppError, ConflictError, ValidationError } from '../errors.ts';
import { errorFacts, log } from '../log.ts';

/** rule 31. What we did not expect is a 500 with a request id and no detail; the log has the detail. */
export function errorAnswer(error: unknown, event: APIGatewayProxyEvent): APIGatewayProxyResult {
  if (error instanceof AppError) return answer(error.status, bodyOf(error));
  const requestId = event.requestContext.requestId;
  log('error', 'unexpected', {
    request_id: requestId,
    call: `${event.httpMethod} ${event.resource}`,
    ...errorFacts(error),
  });
  return answer(500, { errors: { message: ['Something went wrong. Please try again.'], request_id: requestId } });
}

function bodyOf(error: AppError): ErrorBody {
  return {
    errors: {
      message: [error.message],
      ...(error instanceof ValidationError ? { fields: error.fields } : {}),
      ...(error instanceof ConflictError && error.conflict ? { conflict: error.conflict } : {}),
    },
  };
}

function answer(statusCode: number, body: ErrorBody): APIGatewayProxyResult {
  return {
    statusCode,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: JSON.stringify(body),
  };
}
