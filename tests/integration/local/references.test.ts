import { ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentClient } from '#functions/platform/table/table.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { keptTables } from '../../../infra/table/kept-tables.ts';
import { localNames } from '../../../local/environment.ts';
import { call } from '../../../web/api/call.ts';
import { messageOf } from '../../../web/api/errors.ts';
import { commandsOfPage } from '../../infra/pages/commands-of-page.ts';
import { readProjectFile } from '../../infra/pages/project-pages.ts';
import { collectLog } from '../../support/log-lines.ts';
import { createTableClientOfTests } from '../../support/school/both-tables.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';

const school = schoolForTests();
const admin = school.as('A1');
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const id = '6f7f0961-07c2-4b4d-8e21-3f9a5c0d7e11';

it('goes from the browser to the log line, into the answer and the sentence on the screen', async () => {
  const lines = collectLog();
  vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(id);
  const ofNode = fetch;
  const answers: Response[] = [];
  vi.stubGlobal('fetch', async (path: string, sending: RequestInit) => {
    const answer = await ofNode(new URL(path, school.url), sending);
    answers.push(answer);
    return answer;
  });
  vi.spyOn(documentClient, 'send').mockRejectedValue(new Error('The table is not well.'));

  const error = await call(authContract.checkHealth, {}).catch((thrown: unknown) => thrown);
  expect(messageOf(error)).toBe('Something went wrong. Please try again. Reference 0961-07c2');
  expect(lines.find(({ message }) => message === 'unexpected')).toMatchObject({ correlation_id: id });
  expect(id).toContain('0961-07c2');
  expect(answers[0]?.headers.get('x-amzn-requestid')).toBe(id);
});

it.each([`${id}0`, id.toUpperCase(), 'x'.repeat(200)])('is a new one where the browser sends %j', async (sent) => {
  const answer = await fetch(new URL(authContract.checkHealth.path, school.url), {
    headers: { 'x-amzn-requestid': sent },
  });
  expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

/** Keys of the rows that the page's command finds in the trail by a reference. */
async function found(reference: string): Promise<string[]> {
  const [, , , ...words] =
    commandsOfPage(readProjectFile('docs/operations/something-is-wrong.md')).find(
      ([program, service, act]) => [program, service, act].join(' ') === 'aws dynamodb scan',
    ) ?? [];
  const options = Object.fromEntries(
    words.flatMap((word, at) => (word.startsWith('--') ? [[word.slice(2), words[at + 1] ?? '']] : [])),
  );
  expect(options['table-name']).toBe(keptTables('formroom-demo')[1].name);
  const { Items = [] } = await createTableClientOfTests().send(
    new ScanCommand({
      TableName: localNames.trail,
      FilterExpression: options['filter-expression'],
      ExpressionAttributeValues: JSON.parse(
        options['expression-attribute-values']?.replace('0961-07c2', reference) ?? '',
      ),
      ProjectionExpression: options['projection-expression'],
    } satisfies ScanCommandInput),
  );
  return Items.map(({ pk }) => pk?.S ?? '').sort();
}

describe('the rows of the audit trail', () => {
  /** The site's own call, in the session of the client. */
  async function callFromSite(...given: Parameters<typeof import('../../../web/api/call.ts')['call']>) {
    const ofNode = fetch;
    const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
    vi.stubGlobal('location', { protocol: 'http:' });
    vi.stubGlobal('document', { cookie });
    vi.stubGlobal('fetch', (path: string, sending: RequestInit) => {
      const headers = new Headers(sending.headers);
      headers.set('cookie', cookie);
      return ofNode(new URL(path, school.url), { ...sending, headers });
    });
    try {
      return await call(...given);
    } finally {
      vi.unstubAllGlobals();
    }
  }

  it('are found by the reference of an attempt whose answer was an error, once another has saved it', async () => {
    const idempotencyKey = crypto.randomUUID();
    const save = () =>
      callFromSite(studentRegisterContract.saveStudent, { id: 'S01', phone_cell: '868-555-0100' }, { idempotencyKey });
    const away = vi.spyOn(documentClient, 'send').mockRejectedValue(new Error('The table is not well.'));
    const error = await save().catch((thrown: unknown) => thrown);
    away.mockRestore();
    const reference = /Reference (\S+)$/.exec(messageOf(error))?.[1] ?? '';
    expect(reference).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}$/);
    expect(await found(reference)).toEqual([]);
    await save();
    expect(await found(reference)).toEqual(['audit#student#S01']);
  });

  it('of a job are found by the reference of the request that began it', async () => {
    await addManyStudents({ count: 1, classes: [{ classId: '1A', formLevel: 1 }], subjectIds: [] });
    const idempotencyKey = crypto.randomUUID();
    for (;;) {
      const run = await callFromSite(termsContract.startTermRegistration, { class_id: '1A' }, { idempotencyKey });
      if ((run as { state: string }).state !== 'running') break;
      await new Promise((next) => setTimeout(next, 50));
    }
    expect(await found(idempotencyKey.slice(4, 13))).toEqual([`audit#registration#${year}#${term}`]);
  });
});
