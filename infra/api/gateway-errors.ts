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

const notAllowed = 'You are not allowed to do this.';

export const gatewayErrors: readonly GatewayError[] = [
  // A path or method that no contract names; API Gateway's own answer would be 403.
  { type: 'MISSING_AUTHENTICATION_TOKEN', status: 404, message: 'Not found.' },
  { type: 'RESOURCE_NOT_FOUND', status: 404, message: 'Not found.' },
  // Asked past CloudFront, without its key.
  { type: 'INVALID_API_KEY', status: 403, message: notAllowed },
  { type: 'ACCESS_DENIED', status: 403, message: notAllowed },
  { type: 'BAD_REQUEST_PARAMETERS', status: 400, message: 'The request could not be read.' },
  { type: 'BAD_REQUEST_BODY', status: 400, message: 'The request could not be read.' },
  { type: 'REQUEST_TOO_LARGE', status: 413, message: 'The request is too large.' },
  { type: 'THROTTLED', status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  { type: 'QUOTA_EXCEEDED', status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  { type: 'INTEGRATION_TIMEOUT', status: 504, message: 'This took too long. Please try again.' },
  { type: 'INTEGRATION_FAILURE', status: 502, message: 'Something went wrong. Please try again.' },
  { type: 'DEFAULT_4XX', message: 'The request could not be read.' },
  { type: 'DEFAULT_5XX', message: 'Something went wrong. Please try again.' },
];

/** The body's mapping template: API Gateway puts the request's id in; a 5XX carries it, to find the log line. */
export const gatewayErrorBody = ({ type, status, message }: GatewayError): string =>
  JSON.stringify({
    errors: {
      message: [message],
      ...((status ?? 0) >= 500 || type === 'DEFAULT_5XX' ? { request_id: '$context.requestId' } : {}),
    },
  });
