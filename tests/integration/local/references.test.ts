import { afterEach, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { collectLog } from '../../support/log-lines.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';

const school = schoolForTests();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const id = '6f7f0961-07c2-4b4d-8e21-3f9a5c0d7e11';

it('goes from the browser to the log line, into the answer and the sentence on the screen', async () => {
  const lines = collectLog();
  const { call } = await import('../../../web/api/call.ts');
  const { messageOf } = await import('../../../web/api/errors.ts');
  vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(id);
  const ofNode = fetch;
  const answers: Response[] = [];
  vi.stubGlobal('fetch', async (path: string, sending: RequestInit) => {
    const answer = await ofNode(new URL(path, school.url), sending);
    answers.push(answer);
    return answer;
  });
  const { documentClient } = await import('#functions/platform/table/table.ts');
  vi.spyOn(documentClient, 'send').mockRejectedValue(new Error('The table is not well.'));

  const error = await call(authContract.health, {}).catch((thrown: unknown) => thrown);
  expect(messageOf(error)).toBe('Something went wrong. Please try again. Reference 0961-07c2');
  expect(lines.find(({ message }) => message === 'unexpected')).toMatchObject({ correlation_id: id });
  expect(id).toContain('0961-07c2');
  expect(answers[0]?.headers.get('x-amzn-requestid')).toBe(id);
});

it.each([`${id}0`, id.toUpperCase(), 'x'.repeat(200)])('is a new one where the browser sends %j', async (sent) => {
  const answer = await fetch(new URL(authContract.health.path, school.url), { headers: { 'x-amzn-requestid': sent } });
  expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
