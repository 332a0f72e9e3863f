import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeProposal } from '#functions/options/families/records/registration-proposals.ts';
import { school as file } from '#functions/school/records/school.ts';
import { isStateChangingCall } from '#shared/http/contract.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { anAllowedAccount, findRight } from '../../../rights/rights-table.ts';
import { type CallWithExample, callsWithExamples } from '../../../support/callers/call-examples.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { year } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';
import { weeklyTestSettings } from '../../../support/school/weekly-test-settings.ts';

/** A sign-in has no caller yet, whose key it could be; a call that reads stores nothing. */
const storing = callsWithExamples.filter(
  ({ call }) => isStateChangingCall(call) && call.who !== 'anyone' && call.needs.table === 'write',
);

/** They decide on a registration that is handed in, which a family cannot fill in any more. */
const ofRegistration = ['acceptRegistration', 'sendBackRegistration'];

async function handInRegistration(): Promise<void> {
  await writeProposal({
    before: undefined,
    after: { studentId: 'S41', year, state: 'handed in', values: { hobbies: 'Chess' } },
    changes: [],
    caller: { accountId: 'student.S41', name: 'Pupil S41' },
    request: { now: new Date(), idempotencyKey: crypto.randomUUID() },
  });
}

/** Their answers have keys and passwords, which a repeated request does not get. */
const secretsShownOnce = ['addAttendanceStation', 'addRosterKey', 'printFamilyLetters'];

const key = '7d1c4c1e-5a0f-4b7e-9c55-0a1b2c3d4e5f';
const ownKey = { 'Idempotency-Key': key };

/** What else a field might hold. */
function othersOf(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1];
  if (value instanceof File) return [new File(['something else'], value.name)];
  if (value === null) return ['Something else', 1, '2025-11-21'];
  if (typeof value === 'string')
    return [`${value} 2`, `${value}2`, value.replace(/\d(?=\D*$)/, '4'), '4B', '2025-11-21', 'B', 'late'];
  return [];
}

/** Inputs that differ from this one in one place. */
function variants(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => variants(item).map((other) => value.with(index, other)));
  if (typeof value !== 'object' || value === null || value instanceof File) return othersOf(value);
  return Object.entries(value).flatMap(([name, inner]) =>
    variants(inner).map((other) => ({ ...value, [name]: other })),
  );
}

/** The first of them that the call takes for something else. */
function another({ call, example }: CallWithExample): unknown {
  const asTaken = (input: unknown) => JSON.stringify(call.input().safeParse(input).data);
  return variants(example.input).find((input) => ![undefined, asTaken(example.input)].includes(asTaken(input)));
}

describe('an idempotency key', () => {
  let school: RunningSchool;
  beforeAll(async () => {
    school = await startSchoolOfCallers();
    Object.assign(file().weeklyTests, weeklyTestSettings);
    // A family's form of 4A can be filled in.
    const office = await clientOfAccount(school.url, 'A1');
    const window = { form_level: 4, open: 1 as const, deadline: '2096-07-31' };
    expect((await office.call(termsContract.saveFormLevelRegistration, window)).status).toBe(200);
  });
  afterAll(() => school.stop());

  const clientFor = ({ call }: CallWithExample): Promise<TestClient> =>
    call.who === 'station'
      ? Promise.resolve(clientOfStation(school.url))
      : clientOfAccount(school.url, anAllowedAccount(findRight(call)));

  let tried = 0;

  it.each(
    storing,
  )('stands for one request of $domain $name: repeated it stores nothing more, and another body is refused', async (entry) => {
    const { call, example } = entry;
    const bringBack = await saveTableForRestore();
    if (ofRegistration.includes(entry.name)) await handInRegistration();
    const client = await clientFor(entry);
    const first = await client.call(call, example.input as never, ownKey);
    if (first.status === 200) {
      const stored = await readTableContent();
      const repeated = await (await clientFor(entry)).call(call, example.input as never, ownKey);
      const status = secretsShownOnce.includes(entry.name) ? 409 : 200;
      expect([repeated.status, await listChangesSince(stored)]).toEqual([status, []]);
    }
    const other = another(entry);
    // An example that is refused stores nothing under its key; some calls take no field that could be another one.
    if (first.status === 200 && other !== undefined) {
      tried += 1;
      const before = await readTableContent();
      const second = await (await clientFor(entry)).call(call, other as never, ownKey);
      expect([second.status, await listChangesSince(before)]).toEqual([422, []]);
      expect(second.error).toEqual({
        key_reused: true,
        message: [serverWordings.keyReused],
      });
    }
    await bringBack();
  });

  it('was tried on most calls that store something', () => {
    expect(tried).toBeGreaterThan(storing.length / 2);
  });

  const { saveSubjectRecord } = markSheetContract;
  const mark = (student_id: string, exam_mark: number) => ({
    student_id,
    subject_id: 'MATH',
    year,
    term: 1 as const,
    class_id: '4A',
    exam_mark,
  });

  it('of two bodies sent at once takes one', async () => {
    const bringBack = await saveTableForRestore();
    const client = await clientOfAccount(school.url, 'T1');
    const sent = { 'Idempotency-Key': 'two-at-once' };
    const answers = await Promise.all([
      client.call(saveSubjectRecord, mark('S41', 41), sent),
      client.call(saveSubjectRecord, mark('S42', 42), sent),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const stored = await listChangesSince(bringBack.content);
    const saved = answers[0].status === 200 ? 'S41' : 'S42';
    expect(stored.filter((item) => /^student#S4[12] record#/.test(item))).toEqual([
      `student#${saved} record#${year}#1#MATH`,
    ]);
    await bringBack();
  });

  it('may be used for another body where nothing was stored, and for another call', async () => {
    const bringBack = await saveTableForRestore();
    const client = await clientOfAccount(school.url, 'T1');
    const sent = { 'Idempotency-Key': 'refused-first' };
    const wrong = await client.call(saveSubjectRecord, { ...mark('S41', 41), was: { exam_mark: 12 } }, sent);
    const right = await client.call(saveSubjectRecord, mark('S41', 41), sent);
    const { exam_mark, ...others } = mark('S41', 41);
    const again = await client.call(saveSubjectRecord, { exam_mark, ...others }, sent);
    expect([wrong.status, right.status, again.status]).toEqual([409, 200, 200]);
    await bringBack();
  });
});
