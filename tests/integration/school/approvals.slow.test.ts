import { beforeAll, describe, expect, it } from 'vitest';
import { approvalWordings } from '#shared/accounts/wordings.ts';
import type { MenuKey } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { ClientAnswer, TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';

const { listApprovals, askToPromote, startPromotion, refuseApproval, withdrawApproval } = termsContract;
const { askToPost, postTermReports, readPostingState } = termReportsContract;

/** Reports of the small school, none with a mark or a remark; and its students. */
const all = 15;
const reason = 'Marks of 1B come tomorrow.';

describe('a heavy act in a school that wants a second administrator', () => {
  const school = schoolForTests();
  let ada: TestClient;
  let sam: TestClient;
  let tia: TestClient;
  /** Post Term Reports alone. */
  let pia: TestClient;

  beforeAll(async () => {
    const { school: file } = await import('#functions/school/records/school.ts');
    file().heavyActs = 'second-administrator';
    const add = (accountId: string, name: string, menus: MenuKey[]) =>
      addAccount({
        ...{ accountId, role: 'Admin' as const, userName: accountId.toLowerCase(), name },
        permissions: menus.map((menu) => ({ menu, action: null })),
      });
    await Promise.all([
      add('A7', 'Sam Second', ['postReports', 'promotion']),
      add('A8', 'Tia Third', ['postReports', 'promotion']),
      add('A9', 'Pia Posts', ['postReports']),
    ]);
    [ada, sam, tia, pia] = await Promise.all(
      ['A1', 'A7', 'A8', 'A9'].map((id) => clientOfAccount(school.url, id)) as [
        Promise<TestClient>,
        Promise<TestClient>,
        Promise<TestClient>,
        Promise<TestClient>,
      ],
    );
  });
  const bringBack = restoreAfterEach();

  const ask = (admin: TestClient, key: string = crypto.randomUUID()) =>
    admin.call(askToPost, { year, term, posted: 1, date_posted: null, confirm: all }, { 'Idempotency-Key': key });
  const waitingFor = async (admin: TestClient) => (await admin.call(listApprovals, {})).body;
  const asked = async (admin = sam) => (await waitingFor(admin)).find(({ state }) => state === 'waiting')?.id ?? '';
  const refuse = (admin: TestClient, id: string) => admin.call(refuseApproval, { id, reason });
  const withdraw = (admin: TestClient, id: string) => admin.call(withdrawApproval, { id });

  /** Asks as a page does: again under the same key, until the run is over. */
  async function post(
    admin: TestClient,
    { posted = 1, confirm = all, approval }: { posted?: 0 | 1; confirm?: number; approval?: string },
  ) {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const seen = (await ada.call(readPostingState, {})).body.find((one) => one.term === term)?.date_posted ?? null;
    const input = { year, term, posted, date_posted: seen, confirm, ...(approval ? { approval } : {}) };
    for (;;) {
      const answer = await admin.call(postTermReports, input, key);
      if (answer.status !== 200 || answer.body.state !== 'running') return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const isPosted = async () => (await ada.call(readPostingState, {})).body.find((one) => one.term === term)?.posted;
  const message = (answer: ClientAnswer<unknown>) => answer.error?.message[0];

  it('waits, and everybody who may approve it sees what would be done; others do not', async () => {
    await ada.call(askToPromote, { confirm: all });
    await ask(ada);
    const seen = { year, term, count: all, state: 'waiting', asked_by: 'Ada Office', answered_by: null, reason: null };
    expect(await waitingFor(sam)).toMatchObject([
      { act: 'promote', is_own: false, ...seen },
      { act: 'post', is_own: false, ...seen },
    ]);
    expect(await waitingFor(ada)).toMatchObject([
      { act: 'promote', is_own: true },
      { act: 'post', is_own: true },
    ]);
    expect((await waitingFor(pia)).map(({ act }) => act)).toEqual(['post']);
    const { until = '', asked_at = '' } = (await waitingFor(sam))[0] ?? {};
    expect(Date.parse(until) - Date.parse(asked_at)).toBe(24 * 3_600_000);
  });

  it('is done once another administrator approves it, in that one’s name', async () => {
    await ask(ada);
    const answer = await post(sam, { approval: await asked() });
    expect(answer.body).toMatchObject({ state: 'finished', posted: 1, begun_by: 'Sam Second' });
    expect(await waitingFor(sam)).toEqual([]);
    expect(await waitingFor(ada)).toMatchObject([{ state: 'approved', answered_by: 'Sam Second' }]);
  });

  it('is approved by nobody who asked for it, whatever the request says', async () => {
    await ask(ada);
    const id = await asked();
    expect(message(await post(ada, { approval: id }))).toBe(approvalWordings.own);
    expect(message(await refuse(ada, id))).toBe(approvalWordings.own);
    expect(message(await withdraw(sam, id))).toBe(approvalWordings.notOwn);
    expect(await isPosted()).toBe(0);
  });

  it('is not approved by a request for something else', async () => {
    await ada.call(askToPromote, { confirm: all });
    const id = await asked();
    expect(message(await post(sam, { approval: id }))).toBe(approvalWordings.gone);
  });

  it('is judged again when it is approved: the number is the one of now', async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    await ada.call(askToPromote, { confirm: all });
    const approval = await asked();
    await executeActionOfTest(StudentEntity.update({ studentId: 'S01' }, { set: { repeater: 'Yes' } }));
    const stale = await sam.call(startPromotion, { confirm: all, approval });
    expect(stale.error?.conflict).toMatchObject({ field: 'confirm', yours: all, theirs: all - 1 });
    expect(await asked()).toBe(approval);
    expect((await sam.call(startPromotion, { confirm: all - 1, approval })).body).toMatchObject({
      total_rows: all - 1,
    });
  });

  it('posts nothing where more reports are incomplete than the approver has confirmed', async () => {
    await ask(ada);
    const id = await asked();
    const { body } = await post(sam, { approval: id, confirm: all - 1 });
    expect(body).toMatchObject({ state: 'failed', posted: 0, problem: expect.stringContaining('15 reports lack') });
    // The approval is used up: the act is asked for again, and anybody but who asked approves the number of now.
    expect(message(await post(tia, { approval: id }))).toMatch(/^Sam Second has approved this meanwhile, /);
    expect((await ask(tia)).status).toBe(200);
    expect((await post(sam, { approval: await asked() })).body).toMatchObject({ state: 'finished', posted: 1 });
    expect(await storedState()).toEqual({ state: 'approved', posted: 1 });
    const { listAuditTrail } = await import('#functions/platform/table/audit.ts');
    const trail = await listAuditTrail(`approval#post#${year}#${term}`);
    expect(trail.map(({ name, changes }) => [name, changes[0]?.after])).toEqual([
      ['Ada Office', expect.stringMatching(/^Asked for by/)],
      ['Sam Second', 'Approved'],
      ['Tia Third', expect.stringMatching(/^Asked for by/)],
      ['Sam Second', 'Approved'],
    ]);
  });

  it('removes a posting, once, and not the next one', async () => {
    await ask(ada);
    await post(sam, { approval: await asked() });
    const seen = (await ada.call(readPostingState, {})).body.find((one) => one.term === term)?.date_posted ?? null;
    const toRemove = { year, term, posted: 0 as const, date_posted: seen };
    expect((await ada.call(askToPost, { ...toRemove, confirm: 3 })).error?.conflict).toMatchObject({ theirs: all });
    expect((await ada.call(askToPost, { ...toRemove, confirm: all })).status).toBe(200);
    const approval = await asked();
    expect(message(await post(ada, { posted: 0, approval }))).toBe(approvalWordings.own);
    expect((await post(sam, { posted: 0, approval })).status).toBe(200);
    expect(await isPosted()).toBe(0);
    await ask(ada);
    await post(sam, { approval: await asked() });
    expect(message(await post(sam, { posted: 0, approval }))).toMatch(/^Sam Second has approved this meanwhile, /);
    expect(await isPosted()).toBe(1);
  });

  it('is over where the posting that it was asked of has changed', async () => {
    await ask(ada);
    const approval = await asked();
    const { TermPostingEntity } = await import('#functions/term-reports/report-cards/posting/postings.ts');
    const at = '2025-12-12T12:00:00.000Z';
    await executeActionOfTest(
      TermPostingEntity.put({ year, term, version: 1, isPosted: false, postedAt: at, postedBy: 'A8' }),
    );
    expect(await waitingFor(sam)).toEqual([]);
    expect(message(await post(sam, { approval }))).toBe(approvalWordings.changed);
    expect(await storedState()).toMatchObject({ state: 'waiting' });
  });

  it('expires after a day', async () => {
    await ask(ada);
    const approval = await asked();
    const { ApprovalEntity } = await import('#functions/accounts/approvals/approval-record.ts');
    await executeActionOfTest(
      ApprovalEntity.update({ act: 'post', year, term }, { set: { until: new Date(Date.now() - 1).toISOString() } }),
    );
    expect(await waitingFor(sam)).toEqual([]);
    expect(await waitingFor(ada)).toMatchObject([{ state: 'expired' }]);
    expect(message(await post(sam, { approval }))).toBe(approvalWordings.expired);
    expect((await ask(tia)).status).toBe(200);
  });

  it.each([
    ['is disabled', { isDisabled: true }],
    ['has lost the menu', { permissions: [{ menu: 'students' as const, action: null }] }],
  ])('is dead once the account of the asker %s', async (_what, change) => {
    await ask(tia);
    const approval = await asked();
    const { AccountEntity } = await import('#functions/sessions/accounts.ts');
    await executeActionOfTest(AccountEntity.update({ accountId: 'A8' }, { set: change }));
    expect(await waitingFor(sam)).toEqual([]);
    expect(message(await post(sam, { approval }))).toBe(approvalWordings.askerGone('Tia Third'));
    expect((await ask(ada)).status).toBe(200);
  });

  it('is not asked for where nobody else may approve it', async () => {
    const { AccountEntity } = await import('#functions/sessions/accounts.ts');
    for (const accountId of ['A7', 'A8'])
      await executeActionOfTest(AccountEntity.update({ accountId }, { set: { isDisabled: true } }));
    expect(message(await ada.call(askToPromote, { confirm: all }))).toBe(approvalWordings.nobodyElse);
  });

  it('is asked for once, however often the request is repeated, and the office log says who did what', async () => {
    expect((await ask(ada, 'the-same-key-again')).status).toBe(200);
    const id = await asked();
    expect((await ask(ada, 'the-same-key-again')).status).toBe(200);
    expect(await asked()).toBe(id);
    const key = { 'Idempotency-Key': 'refused-under-this' };
    for (let times = 0; times < 2; times += 1) {
      expect((await sam.call(refuseApproval, { id, reason }, key)).status).toBe(200);
    }
    expect(await waitingFor(ada)).toMatchObject([{ state: 'refused', answered_by: 'Sam Second', reason }]);
    const { readLog } = await import('#functions/platform/table/office-log.ts');
    const { rows } = await readLog({ month: new Date().toISOString().slice(0, 7), kind: 'posting' });
    const before = 'Asked for by Ada Office: 15 reports without marks or remarks will be posted as they are.';
    expect(rows.map(({ name, changes }) => [name, changes])).toEqual([
      ['Sam Second', [{ field: 'secondAdministrator', before, after: `Refused: ${reason}` }]],
      ['Ada Office', [{ field: 'secondAdministrator', before: null, after: before }]],
    ]);
  });

  it('waits for nobody in a school that confirms by the number', async () => {
    const { school: file } = await import('#functions/school/records/school.ts');
    file().heavyActs = 'number';
    const answer = await ask(ada);
    expect([answer.status, message(answer)]).toEqual([409, approvalWordings.notUsed]);
    expect((await post(ada, {})).body).toMatchObject({ posted: 1 });
    file().heavyActs = 'second-administrator';
  });

  /** Act × act: the first is done, then the second by somebody who saw what was before. */
  const pairs: {
    what: string;
    first?: (id: string) => Promise<ClientAnswer<unknown>>;
    second: (id: string) => Promise<ClientAnswer<unknown>>;
    sees: RegExp;
    stored: { state: string; posted: 0 | 1 };
  }[] = [
    {
      what: 'asks for what another one has asked for',
      second: () => ask(sam),
      sees: /^Ada Office has asked for this already, .+\. It waits for a second administrator\.$/,
      stored: { state: 'waiting', posted: 0 },
    },
    {
      what: 'asks twice',
      second: () => ask(ada),
      sees: /^You have asked for this already\./,
      stored: { state: 'waiting', posted: 0 },
    },
    {
      what: 'approves what another one has approved',
      first: (id) => post(sam, { approval: id }),
      second: (id) =>
        tia.call(postTermReports, { year, term, posted: 1, date_posted: null, confirm: all, approval: id }),
      sees: /^Sam Second posted these reports meanwhile, /,
      stored: { state: 'approved', posted: 1 },
    },
    {
      what: 'approves what another one has refused',
      first: (id) => refuse(tia, id),
      second: (id) => post(sam, { approval: id }),
      sees: /^Tia Third has refused this meanwhile, /,
      stored: { state: 'refused', posted: 0 },
    },
    {
      what: 'approves what the asker has withdrawn',
      first: (id) => withdraw(ada, id),
      second: (id) => post(sam, { approval: id }),
      sees: /^Ada Office has withdrawn what was asked for meanwhile, /,
      stored: { state: 'withdrawn', posted: 0 },
    },
    {
      what: 'refuses what another one has approved',
      first: (id) => post(sam, { approval: id }),
      second: (id) => refuse(tia, id),
      sees: /^Sam Second has approved this meanwhile, /,
      stored: { state: 'approved', posted: 1 },
    },
    {
      what: 'refuses what the asker has withdrawn',
      first: (id) => withdraw(ada, id),
      second: (id) => refuse(sam, id),
      sees: /^Ada Office has withdrawn what was asked for meanwhile, /,
      stored: { state: 'withdrawn', posted: 0 },
    },
    {
      what: 'withdraws what another one has approved',
      first: (id) => post(sam, { approval: id }),
      second: (id) => withdraw(ada, id),
      sees: /^Sam Second has approved this meanwhile, /,
      stored: { state: 'approved', posted: 1 },
    },
    {
      what: 'withdraws what another one has refused',
      first: (id) => refuse(sam, id),
      second: (id) => withdraw(ada, id),
      sees: /^Sam Second has refused this meanwhile, /,
      stored: { state: 'refused', posted: 0 },
    },
  ];

  const storedState = async () => {
    const { readApproval } = await import('#functions/accounts/approvals/approval-record.ts');
    return { state: (await readApproval({ act: 'post', year, term }))?.state, posted: await isPosted() };
  };

  it.each(pairs)('tells the second of two: who $what', async ({ first, second, sees, stored }) => {
    await ask(ada);
    const id = await asked();
    await first?.(id);
    const answer = await second(id);
    expect(answer.status).toBe(409);
    expect(message(answer)).toMatch(sees);
    expect(await storedState()).toEqual(stored);
  });

  it.each([
    'two approve',
    'one approves and one refuses',
    'one approves and the asker withdraws',
    'two ask',
  ])('has one outcome where at the same moment %s', async (what) => {
    for (let round = 0; round < 3; round += 1) {
      await bringBack();
      if (what === 'two ask') {
        const answers = await Promise.all([ask(ada), ask(sam)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        continue;
      }
      await ask(ada);
      const id = await asked();
      const second = {
        'two approve': () => post(tia, { approval: id }),
        'one approves and one refuses': () => refuse(tia, id),
      };
      const [approved, other] = await Promise.all([
        post(sam, { approval: id }),
        what in second ? second[what as keyof typeof second]() : withdraw(ada, id),
      ]);
      const { listAuditTrail } = await import('#functions/platform/table/audit.ts');
      const trail = await listAuditTrail(`approval#post#${year}#${term}`);
      // Asked for, and answered once.
      expect(trail).toHaveLength(2);
      const { state, posted } = await storedState();
      expect(posted).toBe(state === 'approved' ? 1 : 0);
      if (what === 'two approve') {
        // The second request is refused, or shows the run of the first.
        const begun = [approved, other].map(({ status, body }) =>
          status === 200 ? (body as { begun_by?: string }).begun_by : 'refused',
        );
        expect(new Set(begun.filter((name) => name !== 'refused')).size).toBe(1);
      } else expect([approved.status, other.status].sort()).toEqual([200, 409]);
    }
  });
});
