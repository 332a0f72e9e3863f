/**
 * What is written of each request to the API, by API Gateway or the local gateway. The path as the contract writes it,
 * never as it was asked: ids and queries name pupils and stay out of the log. Every value is a text; `-` is one that
 * there is not.
 */
export const requestLogFields = {
  request_id: '$context.requestId',
  at: '$context.requestTime',
  method: '$context.httpMethod',
  path: '$context.resourcePath',
  status: '$context.status',
  error: '$context.error.responseType',
  milliseconds: '$context.responseLatency',
  function_milliseconds: '$context.integration.latency',
  bytes: '$context.responseLength',
} as const;

export type RequestRecord = Record<keyof typeof requestLogFields, string>;
