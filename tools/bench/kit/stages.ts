import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** When a request to AWS, or to its local stand-in, began and ended, in milliseconds of `performance.now()`. */
export interface Span {
  begin: number;
  end: number;
}

/**
 * How many of these requests waited for one another: the longest row of them in which each began after the one before
 * had ended. That is what a call costs on AWS, where each stage is a round trip, and requests beside each other are
 * one.
 */
export function countStages(spans: readonly Span[]): number {
  let stages = 0;
  let ended = Number.NEGATIVE_INFINITY;
  for (const { begin, end } of [...spans].sort((a, b) => a.end - b.end)) {
    if (begin < ended) continue;
    stages += 1;
    ended = end;
  }
  return stages;
}

/**
 * The requests that this process makes of AWS while `work` runs, whatever the service. Requests between stand-ins do
 * not count.
 */
export async function recordRequests(work: () => Promise<unknown>): Promise<Span[]> {
  const hosts = new Set(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      name.startsWith('AWS_ENDPOINT_URL_') ? [new URL(value).host] : [],
    ),
  );
  const begun = new Map<ClientRequest, number>();
  const spans: Span[] = [];
  const starts = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (hosts.has(String(request.getHeader('host')))) begun.set(request, performance.now());
  };
  const ends = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const begin = begun.get(request);
    if (begin !== undefined) spans.push({ begin, end: performance.now() });
  };
  diagnostics.subscribe('http.client.request.start', starts);
  diagnostics.subscribe('http.client.response.finish', ends);
  try {
    await work();
  } finally {
    diagnostics.unsubscribe('http.client.request.start', starts);
    diagnostics.unsubscribe('http.client.response.finish', ends);
  }
  return spans;
}
