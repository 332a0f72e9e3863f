import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobStep } from '#shared/jobs.ts';
import { mostMemory } from '../most-memory.ts';

/**
 * One function of moving in, in a process that does nothing else: `documents`, built in `folder`, shows a file and
 * begins its run, `job` takes the steps of the run. Reports the most memory that the process had, and of the run
 * how long it took beside the time in which the table had a request of it.
 */
const {
  does,
  cookie,
  csrf,
  file,
  said = {},
  folder = '',
  run = '',
} = JSON.parse(process.argv[2] ?? '') as {
  does: 'documents' | 'job';
  cookie: string;
  csrf: string;
  file: string;
  said?: object;
  folder?: string;
  run?: string;
};

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;

async function call(handler: Handler, path: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  form.append('file', new File([readFileSync(file)], 'school.xlsx'));
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  const sent = new Response(form);
  const answer = await handler(
    {
      httpMethod: 'POST',
      resource: path,
      path,
      body: Buffer.from(await sent.arrayBuffer()).toString('base64'),
      isBase64Encoded: true,
      headers: {
        cookie,
        'x-xsrf-token': csrf,
        'content-type': sent.headers.get('content-type'),
        'idempotency-key': `bench-of-moving-in-${process.pid}`,
      },
      multiValueHeaders: {},
      pathParameters: null,
      queryStringParameters: null,
      stageVariables: null,
      multiValueQueryStringParameters: {},
      requestContext: { requestId: 'bench', identity: { sourceIp: '127.0.0.1' } },
    },
    {},
  );
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  return JSON.parse(answer.body);
}

async function showAndBegin() {
  const { handler }: { handler: Handler } = await import(pathToFileURL(join(folder, 'index.mjs')).href);
  const begun = processorTime();
  const { plan, counts } = await call(handler, '/api/move-in-preview', { said: JSON.stringify(said) });
  const shown = processorTime();
  const { run: key } = await call(handler, '/api/move-in', { said: JSON.stringify(said), plan });
  return { preview: shown - begun, start: processorTime() - shown, run: key, counts };
}

/** Milliseconds of the processor: the time on a machine that does nothing else, as the function has a core. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function takeSteps() {
  const { handler } = await import('#functions/options/move-in/jobs/lambda.ts');
  const { readJob } = await import('#functions/platform/jobs/store.ts');
  const { hookTable } = await import('../../../tests/support/step-by-step/table-requests.ts');
  const job = await readJob('move-in', run);
  if (!job) throw new Error('There is no run.');
  const { name, key, run: id, attempt } = job;
  let [outstanding, since, inTable, requests] = [0, 0, 0, 0];
  const begun = performance.now();
  await hookTable(
    async ({ send }) => {
      requests += 1;
      if (outstanding === 0) since = performance.now();
      outstanding += 1;
      try {
        return await send();
      } finally {
        outstanding -= 1;
        if (outstanding === 0) inTable += performance.now() - since;
      }
    },
    async () => {
      let step = { name, key, run: id, attempt, batch: 0, isDone: false } as JobStep;
      while (!step.isDone) step = await handler(step);
    },
  );
  return { whole: performance.now() - begun, inTable, requests };
}

const report = does === 'documents' ? await showAndBegin() : await takeSteps();
process.stdout.write(`\n${JSON.stringify({ ...report, megabytes: mostMemory() })}`);
process.exit(0);
