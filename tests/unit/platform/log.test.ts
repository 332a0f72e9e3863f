import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCorrelationId } from '#functions/platform/correlation.ts';
import { collectLog, type LogLine } from '../../support/log-lines.ts';

const id = '6f7f0961-07c2-4b4d-8e21-3f9a5c0d7e11';
let lines: LogLine[];
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 12) });
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'formroom-demo-mark-sheet');
  vi.stubEnv('SCHOOL', 'demo');
  vi.stubEnv('LOG_LEVEL', undefined);
  lines = collectLog();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The modules as a function of AWS loads them; `correlation` is theirs. */
async function loaded() {
  const [{ logger }, { countActivity }, correlation] = await Promise.all([
    import('#functions/platform/log.ts'),
    import('#functions/platform/activity.ts'),
    import('#functions/platform/correlation.ts'),
  ]);
  return { logger, countActivity, ...correlation };
}
const called = { correlation_id: id, call: 'POST /api/table2' };
const base = {
  timestamp: '2026-03-01T12:00:00.000Z',
  service: 'formroom',
  function: 'formroom-demo-mark-sheet',
  school: 'demo',
};

describe('a log line', () => {
  it('says function, school, call and correlation id', async () => {
    const { logger, ...work } = await loaded();
    work.runInContextOf(called, () => logger.info('call', { status: 200, milliseconds: 12 }));
    expect(lines).toEqual([{ level: 'INFO', message: 'call', ...base, ...called, status: 200, milliseconds: 12 }]);
  });

  it('has no work where none is under way', async () => {
    (await loaded()).logger.error('canary failed', { look: 'sign-in page: it answered 500' });
    expect(lines).toEqual([
      { level: 'ERROR', message: 'canary failed', ...base, look: 'sign-in page: it answered 500' },
    ]);
  });

  it('has of an error its name, message, stack and causes, and no other field: DynamoDB returns records in them', async () => {
    const { logger } = await loaded();
    const cause = new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: { requestId: 'T1' },
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { comment: { S: 'Typed by Mona' } } }],
    });
    const error = Object.assign(new TypeError('deep', { cause }), { fields: { comment: 'Typed by Mona' } });
    logger.error('unexpected', { error });
    logger.error('unexpected', { error: { typed: 'Typed by Mona' } });
    logger.error('unexpected', { error: new Error('shallow', { cause: { typed: 'Typed by Mona' } }) });
    expect(JSON.stringify(lines)).not.toContain('Mona');
    expect(lines).toEqual([
      expect.objectContaining({
        error: {
          name: 'TypeError',
          message: 'deep',
          stack: error.stack,
          cause: { name: 'TransactionCanceledException', message: 'Transaction cancelled', stack: cause.stack },
        },
      }),
      expect.objectContaining({ error: '[object Object]' }),
      expect.objectContaining({ error: expect.objectContaining({ cause: '[object Object]' }) }),
    ]);
  });

  it('is written from the level of the environment on', async () => {
    vi.stubEnv('LOG_LEVEL', 'warn');
    const { logger } = await loaded();
    logger.info('call', { status: 200 });
    logger.warn('slow');
    expect(lines.map(({ message }) => message)).toEqual(['slow']);
  });

  it('is of its own work, however much is under way beside it', async () => {
    const { logger, ...work } = await loaded();
    const other = { ...called, correlation_id: '11111111-07c2-4b4d-8e21-3f9a5c0d7e11' };
    await Promise.all(
      [called, other].map((one) =>
        work.runInContextOf(one, async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          logger.info(one.correlation_id);
        }),
      ),
    );
    expect(lines.map(({ message, correlation_id }) => message === correlation_id)).toEqual([true, true]);
  });
});

describe('a count', () => {
  it('is a line in the embedded metric format, of one dimension that all schools share', async () => {
    const { countActivity, ...work } = await loaded();
    work.runInContextOf(called, () => countActivity('MarksSaved'));
    expect(lines).toEqual([
      {
        _aws: {
          Timestamp: Date.UTC(2026, 2, 1, 12),
          CloudWatchMetrics: [
            { Namespace: 'Formroom', Dimensions: [['service']], Metrics: [{ Name: 'MarksSaved', Unit: 'Count' }] },
          ],
        },
        school: 'demo',
        ...called,
        service: 'formroom',
        MarksSaved: 1,
      },
    ]);
  });

  it('is not written on one machine', async () => {
    vi.stubEnv('SCHOOL', undefined);
    (await loaded()).countActivity('MarksSaved');
    expect(lines).toEqual([]);
  });
});

describe('the id of a request', () => {
  it('is taken as it came, where it is a UUID', () => {
    expect(toCorrelationId(id)).toBe(id);
  });

  it.each([
    '',
    id.toUpperCase(),
    `${id}0`,
    ` ${id}`,
    `${id}\n`,
    'UUID_REPLACED_INVALID_REQUEST_ID',
    '"},{"level":"ERROR"',
    'x'.repeat(10_000),
  ])('is a new one in place of %j', (sent) => {
    const made = [toCorrelationId(sent), toCorrelationId(sent)];
    for (const one of made)
      expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made[0]).not.toBe(made[1]);
  });
});
