import { Writable } from 'node:stream';
import type { StreamingFunction } from '#functions/platform/requests/streamed-answer.ts';
import { mostMemory } from '../most-memory.ts';

/**
 * Asks the function of the mark book's streams for a level's spreadsheet, as Lambda does, and reports when its events
 * came and the most memory that it had. A process that does nothing else, as it is deployed.
 */
const { cookie, query } = JSON.parse(process.argv[2] ?? '') as { cookie: string; query: Record<string, string> };
let head = { statusCode: 0 };
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: StreamingFunction) => handler,
    HttpResponseStream: {
      from: (stream: Writable, given: typeof head) => {
        head = given;
        return stream;
      },
    },
  },
});
const { handler } = (await import('#functions/marks/mark-book/streams/lambda.ts')) as { handler: StreamingFunction };
const begun = performance.now();
const events: number[] = [];
let text = '';
const answer = new Writable({
  write(piece: Buffer, _encoding, next) {
    events.push(performance.now() - begun);
    text += piece.toString();
    next();
  },
});
await handler(
  {
    httpMethod: 'GET',
    resource: '/api/spreadsheet',
    path: '/api/spreadsheet',
    body: null,
    isBase64Encoded: false,
    headers: { cookie },
    multiValueHeaders: {},
    pathParameters: null,
    queryStringParameters: null,
    stageVariables: null,
    multiValueQueryStringParameters: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
    requestContext: { requestId: 'bench', identity: { sourceIp: '127.0.0.1' } },
  } as unknown as Parameters<StreamingFunction>[0],
  answer,
);
process.stdout.write(
  `\n${JSON.stringify({
    status: head.statusCode,
    isComplete: text.includes('"complete":true'),
    first: events[0],
    whole: events.at(-1),
    count: events.length,
    megabytes: mostMemory(),
  })}`,
);
