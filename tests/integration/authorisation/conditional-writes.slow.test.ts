import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isStateChangingCall, type SignInRecordKind } from '#shared/http/contract.ts';
import { callEntries } from '../../../infra/build/entries.ts';
import { signInPartitions } from '../../../infra/rights/partitions.ts';
import { callsWithExamples } from '../../support/callers/call-examples.ts';
import { ExamplesOfEverybody } from '../../support/callers/examples-of-everybody.ts';
import { type FunctionRequest, recordFunctionRequests } from '../../support/policies/guarded-functions.ts';
import { saveTableForRestore } from '../../support/school/table-content.ts';
import { recordWrites, type TableWrite } from '../../support/school/table-traffic.ts';

/**
 * Writes of the calls that rest on nothing but that the record is there, or not even on that, each with the reason why
 * nobody's word is lost by it. A write that joins this list, or leaves it, is a line to be changed here by hand.
 */
const withoutCondition: Record<string, string> = {
  'Update attempts attempts, exists':
    'Gives a network back what one right password took, whatever else it tried; and notes when a known browser was wrong.',
  'Delete session, none': 'Signing out, or in again, ends the session that the browser had, whatever it was.',
  'Update devices, none': 'Says when a browser was last used to sign in; when it first was is kept.',
  'Update student-sign-ins student, none': 'Says when a student last signed in; when that was first is kept.',
  'Update student student, exists': 'Whether a new password is due is a mark that is set, whatever it was.',
  'Put account slip, none':
    'A one-time password that was replaced is told from the newest by its moment, and never shown.',
  'Put subject-use last, none': 'Names the last act that gave a subject; the acts before it have their own records.',
  'Delete employee lesson, exists': 'Deletes the lesson of that teacher, class and subject, which its key says whole.',
  'Put class-leavers, none':
    'Its key says all of it: who left a class on a day. It is in the transaction that moves the student, which has the condition.',
  'Put attendance-kept counts, none':
    'What reports counted from the records: each day names the changes that it was counted after, so a stale one is not read.',
  'Update attendance-kept changes, none': 'Counts that a past day has changed; nobody’s word is in it.',
  'Update class-changes marks, none': 'Counts that a class has changed; nobody’s word is in it.',
  'Update class registration, none': 'Takes one student out of a set, or into it.',
  'Put of a batch job batch, none':
    'A part of a run’s plan, under the run’s own name: it counts once the run is written, which has the condition.',
  'Put district-figures term, none':
    'Says who made the last file of a term. It is in the transaction that keeps what is hidden, which has the condition.',
};

/** Sign-in records that no example writes, and the test that writes them. */
const writtenByOthers: Record<string, string> = {
  'accounts: second factors': 'accounts/reset-second-factor.test.ts',
  'accounts: sessions': 'accounts/auth/my-account.test.ts',
  'auth: accounts': 'accounts/auth/change-password.test.ts',
  'auth: second factors': 'accounts/auth/second-factor.test.ts',
  'student-entrance: student accounts': 'options/families/family-accounts.test.ts',
};

const said = ({ operation, kind, rests }: TableWrite): string => `${operation} ${kind}, ${rests}`;

describe('a call that writes', () => {
  let examples: ExamplesOfEverybody;
  let bringBack: () => Promise<void>;
  const found = new Set<string>();
  const asked: FunctionRequest[] = [];

  beforeAll(async () => {
    examples = await ExamplesOfEverybody.start();
    bringBack = await saveTableForRestore();
  });
  afterAll(() => examples.stop());

  const mutating = callsWithExamples.filter(({ call }) => isStateChangingCall(call));
  it.each(mutating)('rests on what was read, or only adds: $domain $name', async (entry) => {
    let status = 0;
    const writes = await recordWrites(async () => {
      asked.push(
        ...(await recordFunctionRequests(async () => {
          ({ status } = await examples.send(entry));
        })),
      );
    });
    expect(status).toBeLessThan(500);
    // That a session was used is noted once a minute, which a slow machine takes. Jobs of earlier calls may be at work.
    const byTheCall = writes.filter(
      ({ by, kind, operation }) => by === entry.domain && (kind !== 'session' || operation !== 'Update'),
    );
    const loose = [...new Set(byTheCall.filter(({ rests }) => rests === 'exists' || rests === 'none').map(said))];
    if (writes.some(({ kind }) => kind !== 'session')) await bringBack();
    for (const write of loose) found.add(write);
    expect(loose.filter((write) => !(write in withoutCondition))).toEqual([]);
  });

  it('has a reason for each write that rests on nothing', () => {
    expect([...found].sort()).toEqual(Object.keys(withoutCondition).sort());
  });

  it('names no sign-in records that its function never writes', () => {
    const records = Object.keys(signInPartitions) as SignInRecordKind[];
    const isOf = (record: SignInRecordKind) => (key: string) =>
      signInPartitions[record].some((pattern) => key.startsWith(pattern.slice(0, -1)));
    const written = new Set(
      asked.flatMap(({ name, parts }) =>
        parts
          .filter(({ action }) => /^(Put|Delete)Item$|^Update|^ConditionCheck/.test(action))
          .flatMap(({ keys }) => records.filter((record) => keys.some(isOf(record))).map((one) => `${name}: ${one}`)),
      ),
    );
    const named = new Set(
      callEntries().flatMap(({ name, calls }) =>
        calls.flatMap(({ needs }) => (needs.writes ?? []).map((record) => `${name}: ${record}`)),
      ),
    );
    expect([...named].filter((one) => !written.has(one)).sort()).toEqual(Object.keys(writtenByOthers).sort());
  });
});
