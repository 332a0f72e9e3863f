import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '#shared/contracts.ts';
import { type CallRow, changesState, imageType, type Role } from '#shared/http/contract.ts';
import { errorBody } from '#shared/http/error-body.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { type CallExample, exampleOf, welcomeAccount } from '../../support/call-examples.ts';
import {
  clientOf,
  type Kind,
  type OfficeKind,
  officeKinds,
  readmit,
  type SessionlessKind,
  sessionlessKinds,
  startSchoolOfCallers,
  type TeacherKind,
  takeMenu,
  teacherKinds,
  withoutSession,
} from '../../support/callers.ts';
import type { Answer, TestClient } from '../../support/client.ts';
import { changesSince, tableContent } from '../../support/table-content.ts';

type CallEntry = (typeof allCalls)[number];

/** What the contract row says, as SPEC §6 and DECISIONS 14 to 16 read it. The example's own statuses go before it. */
function expected({ call }: CallEntry, example: CallExample, kind: Kind): number {
  return example.statuses?.[kind] ?? byContract(call, example, kind);
}

function byContract(call: CallRow, example: CallExample, kind: Kind): number {
  const { who, menu } = call;
  if (who === 'anyone') return 200;
  if (isSessionless(kind)) return 401;
  if (isTeacher(kind)) {
    const isOwn = example.teachers?.includes(kind) ?? true;
    return who.includes('teacher') && isOwn ? 200 : 403;
  }
  const office: Record<OfficeKind, { role: Role; hasMenu: boolean }> = {
    'Admin with every menu': { role: 'Admin', hasMenu: true },
    'Admin without the menu': { role: 'Admin', hasMenu: menu === undefined },
    PTA: { role: 'PTA', hasMenu: menu?.includes('students') ?? true },
    'PTA with every menu': { role: 'PTA', hasMenu: true },
  };
  return who.includes(office[kind].role) && office[kind].hasMenu ? 200 : 403;
}

const isSessionless = (kind: Kind): kind is SessionlessKind => (sessionlessKinds as readonly string[]).includes(kind);
const isTeacher = (kind: Kind): kind is TeacherKind => kind in teacherKinds;

describe('the authorisation matrix', () => {
  let school: RunningSchool;

  beforeAll(async () => {
    school = await startSchoolOfCallers();
    // The total that saveMark's mark is out of.
    const { writeAssessment } = await import('#functions/mark-book/assessments/assessment-store.ts');
    await writeAssessment({
      assessment: { page: '2025#1#MATH#L4#T1', number: 1, total: 20 },
      before: undefined,
      caller: { accountId: 'T1', name: 'Mona Núñez' },
      request: { now: new Date(), idempotencyKey: 'first-assessment' },
    });
  });
  afterAll(() => school.stop());

  /** Makes the example call and holds a refusal to its promises: DECISIONS 31's body, not cached, and nothing stored by a call that would. */
  async function attempt(client: TestClient, { call }: CallEntry, example: CallExample, status: number) {
    const isCompared = status !== 200 && changesState(call);
    const before = isCompared ? await tableContent() : undefined;
    const answer: Answer<unknown> = await client.call(call, example.input as never);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    const isPicture = status === 200 && call.produces === imageType;
    expect(answer.headers.get('cache-control')).toBe(isPicture ? 'private, max-age=300' : 'no-store');
    if (status === 200) return;
    expect(errorBody.safeParse(answer.body).success).toBe(true);
    expect(answer.error?.message[0]).not.toBe('');
    expect(answer.headers.getSetCookie()).toEqual([]);
    if (before) expect(await changesSince(before)).toEqual([]);
  }

  it.each(allCalls)('has a row for $domain $name', (entry) => {
    expect(exampleOf(entry), `add ${entry.domain} ${entry.name} to tests/support/call-examples.ts`).toBeDefined();
  });

  it.each(allCalls)('takes the example input of $domain $name', (entry) => {
    expect(entry.call.input().safeParse(exampleOf(entry)?.input).success).toBe(true);
  });

  describe.each(allCalls.filter(exampleOf))('$call.method $call.path', (entry) => {
    const example = exampleOf(entry) as CallExample;
    const cells = (kinds: readonly Kind[]) => kinds.map((kind) => ({ kind, status: expected(entry, example, kind) }));

    it.each(cells([...sessionlessKinds]))('answers $status to: $kind', async ({ kind, status }) => {
      const accountId = welcomeAccount(entry, example);
      try {
        await attempt(await withoutSession(school.url, kind as SessionlessKind, accountId), entry, example, status);
      } finally {
        await readmit(accountId);
      }
    });

    const signedIn = { ...teacherKinds, ...officeKinds };
    it.each(cells(Object.keys(signedIn) as Kind[]))('answers $status to: $kind', async ({ kind, status }) => {
      await takeMenu(entry.call);
      await attempt(await clientOf(school.url, signedIn[kind as keyof typeof signedIn]), entry, example, status);
    });

    // A feature that the school has off answers as it does with one.
    const uncrossed = changesState(entry.call) ? 419 : (example.statuses?.['own teacher'] ?? 200);
    it(`answers ${uncrossed} without a CSRF token`, async () => {
      const client = await clientOf(school.url, welcomeAccount(entry, example));
      client.cookies.delete('XSRF-TOKEN');
      await attempt(client, entry, example, uncrossed);
    });
  });
});
