import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBody } from '#shared/http/error-body.ts';
import { toWebRequest } from '../../../web/api/request.ts';
import { accountsOfColumn, rights } from '../../rights/rights-table.ts';
import { type CallWithExample, callsWithExamples } from '../../support/callers/call-examples.ts';
import type { ClientAnswer, TestClient } from '../../support/callers/client.ts';
import { ExamplesOfEverybody } from '../../support/callers/examples-of-everybody.ts';
import { collectLog, type LogLine } from '../../support/log-lines.ts';
import {
  arbitraryOddFields,
  listFieldNamesOfCall,
  pupilMarker,
  toTextFields,
} from '../../support/samples/odd-input.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { listChangesBetween, listChangesSince, readTableContent } from '../../support/school/table-content.ts';

const withFields = callsWithExamples.filter((entry) => listFieldNamesOfCall(entry).length > 0);
/** The five roles, and somebody signed out: columns of rights.md, each with its account. */
const everybody = [
  { column: 'Signed out', accountId: null },
  ...(['Own teacher', 'Form teacher', 'Dean', 'Admin', 'PTA'] as const).map((column) => ({
    column,
    accountId: accountsOfColumn[column].at(-1) as string,
  })),
] as const;

/** Who is refused by every line of the call, and who may make it; nobody of calls that anyone or a station makes. */
function callersOf({ call }: CallWithExample) {
  if (call.who === 'station') return { refused: [], authorized: [] };
  const lines = rights.filter((right) => right.call === `${call.method} ${call.path}`);
  const isRefused = (column: (typeof everybody)[number]['column']) =>
    lines.every(({ cells }) => cells['Signed out'] !== 'yes' && cells[column] === '–');
  return {
    refused: everybody.filter(({ column }) => isRefused(column)),
    authorized:
      call.who === 'anyone'
        ? []
        : everybody.filter(({ column, accountId }) => accountId !== null && !isRefused(column)),
  };
}

const saveSubjectRecord = callsWithExamples.find(({ name }) => name === 'saveSubjectRecord') as CallWithExample;

describe('fields that hold something odd', () => {
  let examples: ExamplesOfEverybody;
  let logged: LogLine[];

  beforeAll(async () => {
    process.env.LOG_LEVEL = 'info';
    logged = collectLog();
    examples = await ExamplesOfEverybody.start();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await examples.stop();
  });

  /** Inputs like the example, with one to three fields changed. */
  function forOddInputs(
    entry: CallWithExample,
    check: (odd: {
      isValid: boolean;
      namesOwn: boolean;
      send: (client?: TestClient) => Promise<ClientAnswer<unknown>>;
    }) => Promise<void>,
  ): Promise<void> {
    const { call } = entry;
    const property = fc.asyncProperty(arbitraryOddFields(entry), (odd) => {
      const changed = { ...entry.input, ...Object.fromEntries(odd) };
      const isText = call.method === 'GET' || call.accepts !== undefined;
      const input = isText ? toTextFields(changed) : changed;
      const { url: path, body } = toWebRequest(call, input);
      // An empty part of a path, or one of dots, is another path.
      fc.pre(!/\/(\.|%2e){0,2}(\/|$)/i.test(path.split('?')[0] ?? ''));
      return check({
        namesOwn: /1A|S0[1-6]/.test(JSON.stringify(odd)),
        isValid: call.input().safeParse(typeof body === 'string' ? JSON.parse(body) : input).success,
        send: (client) => examples.send(entry, { path, ...(body === undefined ? {} : { body }) }, client),
      });
    });
    return fc.assert(property, { seed: 2026 + callsWithExamples.indexOf(entry), numRuns: isWholeRun ? 300 : 4 });
  }

  it.each([
    '1e999',
    '-1e999',
    '1e308',
    '-1',
    '70.01',
    '0.30000000000000004',
    '9007199254740993',
    '5e-324',
  ])('are refused when a mark is %s: a number to JSON and none to the table', async (number) => {
    const body = JSON.stringify(saveSubjectRecord.input).replace('"exam_mark":50', `"exam_mark":${number}`);
    const answer = await examples.refuses(saveSubjectRecord, { body }, 422);
    expect(Object.keys(answer.error?.fields ?? {})).toEqual(['exam_mark']);
    expect(await listChangesSince(examples.before)).toEqual([]);
  });

  const lists = [' ', ',', ' , ', '4A, ', '4A,,4B', '4A,nobody', '1A', 'x'.repeat(200)];
  it.each(
    lists,
  )('are refused when %j is the list of classes, for a teacher and for the office', async (form_classes) => {
    for (const entry of callsWithExamples.filter(({ input }) => typeof input.form_classes === 'string')) {
      const { url: path, body } = toWebRequest(entry.call, { ...entry.input, form_classes });
      const { method } = entry.call;
      for (const accountId of ['T1', 'A1']) {
        const answer = await examples.client(accountId).send({ method, path, ...(body === undefined ? {} : { body }) });
        expect(answer.status, JSON.stringify(answer.body)).toBe(422);
      }
    }
  });

  it('are not in the log, which has a line for each refused call', async () => {
    const first = logged.length;
    const body = JSON.stringify({
      ...saveSubjectRecord.input,
      comment: pupilMarker.repeat(200),
      [pupilMarker]: pupilMarker,
    });
    await examples.refuses(saveSubjectRecord, { body }, 422);
    await examples.refuses(saveSubjectRecord, { body: `{"comment":"${pupilMarker}` }, 400);
    expect(logged.slice(first)).toMatchObject([
      { level: 'INFO', message: 'call', call: 'POST /api/table2', status: 422 },
      { level: 'INFO', message: 'call', call: 'POST /api/table2', status: 400 },
    ]);
    expect(logged.filter((line) => JSON.stringify(line).includes(pupilMarker))).toEqual([]);
  });

  // Last, for what is valid is stored.
  it.each(withFields)('are refused by $call.method $call.path or stored, and never a 500', async (entry) => {
    const { refused, authorized } = callersOf(entry);
    let stored = await readTableContent();
    let sent = 0;
    await forOddInputs(entry, async ({ isValid, namesOwn, send }) => {
      sent += 1;
      if (!isValid) {
        const answer = await send();
        expect(answer.status, JSON.stringify(answer.body)).toBe(422);
        expect(errorBody.safeParse(answer.body).success).toBe(true);
        expect(Object.keys(answer.error?.fields ?? {})).not.toEqual([]);
      } else if (authorized.length > 0) {
        const { accountId } = authorized[sent % authorized.length] as { accountId: string };
        const answer = await send(await examples.anybody(accountId));
        if (answer.status === 401) examples.signedOut(accountId);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        if (answer.status >= 400) expect(errorBody.safeParse(answer.body).success).toBe(true);
        stored = await readTableContent();
      }
      if (refused.length > 0) {
        const { column, accountId } = refused[sent % refused.length] as (typeof refused)[number];
        const answer = await send(await examples.anybody(accountId));
        // T1 has a class, 1A, and its students: they are T1's own.
        if (accountId === 'T1' && namesOwn) return void expect(answer.status).toBeLessThan(500);
        // A caller of the right role who owns nothing there may see the faults of the values first.
        const statuses = accountId === null ? [401, 419] : [403, 404, 422];
        expect(statuses, `${column}: ${answer.status} ${JSON.stringify(answer.body)}`).toContain(answer.status);
        expect(errorBody.safeParse(answer.body).success).toBe(true);
      }
    });
    expect(listChangesBetween(stored, await readTableContent())).toEqual([]);
    expect(logged.filter((line) => JSON.stringify(line).includes(pupilMarker))).toEqual([]);
  });
});
