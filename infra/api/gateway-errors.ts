import { authRefusals } from '#shared/accounts/wordings.ts';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
/**
 * Errors that API Gateway answers by itself, before any function runs, in the error body of every call (rule 31).
 * Without these a browser would get AWS's own body and the web site could not show a sentence.
 */
export interface GatewayError {
  /** API Gateway's name of the case. */
  type: string;
  /** Absent: the status that API Gateway gives the case. */
  status?: number;
  message: string;
}

export const gatewayErrors: readonly GatewayError[] = [
  // A path or method that no contract names; API Gateway's own answer would be 403.
  { type: 'MISSING_AUTHENTICATION_TOKEN', status: 404, message: serverWordings.notFound },
  { type: 'RESOURCE_NOT_FOUND', status: 404, message: serverWordings.notFound },
  // Asked past CloudFront, without its key.
  { type: 'INVALID_API_KEY', status: 403, message: authRefusals.forbidden },
  { type: 'ACCESS_DENIED', status: 403, message: authRefusals.forbidden },
  { type: 'BAD_REQUEST_PARAMETERS', status: 400, message: serverWordings.unreadable },
  { type: 'BAD_REQUEST_BODY', status: 400, message: serverWordings.unreadable },
  { type: 'REQUEST_TOO_LARGE', status: 413, message: serverWordings.tooLarge },
  { type: 'THROTTLED', status: 429, message: serverWordings.tooMany },
  { type: 'QUOTA_EXCEEDED', status: 429, message: serverWordings.tooMany },
  { type: 'INTEGRATION_TIMEOUT', status: 504, message: serverWordings.tooSlow },
  { type: 'INTEGRATION_FAILURE', status: 502, message: requestWordings.failed },
  { type: 'DEFAULT_4XX', message: serverWordings.unreadable },
  { type: 'DEFAULT_5XX', message: requestWordings.failed },
];

/** The body's mapping template: API Gateway puts the request's id in; a 5XX carries it, to find the log line. */
export const gatewayErrorBody = ({ type, status, message }: GatewayError): string =>
  JSON.stringify({
    errors: {
      message: [message],
      ...((status ?? 0) >= 500 || type === 'DEFAULT_5XX' ? { request_id: '$context.requestId' } : {}),
    },
  });
