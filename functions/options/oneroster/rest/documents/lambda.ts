import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { logger } from '../../../../platform/log.ts';
import { type ApiGatewayHandler, withCorrelationId } from '../../../../platform/requests/pipeline.ts';
import { createRestHandler } from '../answer-request.ts';

const answer = createRestHandler();

/** Writes one line a request, as of every call: neither ids nor what was asked for. */
async function answerAndLog(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const started = performance.now();
  const result = await answer(event);
  logger.info('call', { status: result.statusCode, milliseconds: Math.round(performance.now() - started) });
  return result;
}

/** OneRoster REST 1.2: its callers are programs with a token, and its answers are the standard's. */
export const handler: ApiGatewayHandler = (event) => withCorrelationId(event, answerAndLog);
