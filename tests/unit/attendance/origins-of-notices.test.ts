import { expect, it } from 'vitest';
import { originActions, originsOfNotices } from '#functions/attendance/records/origins-of-notices.ts';

const notice = { studentId: 'S41', id: 'n', from: '2025-10-06', to: '2025-10-06', excused: true, by: 'Ada', at: 'now' };
const writing = { caller: { accountId: 'A1', name: 'Ada' }, request: { now: new Date(), idempotencyKey: 'k' } };

it('writes nothing beside an absence notice where no option has an origin of them', async () => {
  originsOfNotices.fill({});
  expect(await originActions('withdrawn', notice as never, writing)).toEqual([]);
  expect(await originActions('restored', notice as never, writing)).toEqual([]);
});

it('writes what each origin asks for, in the transaction of the notice', async () => {
  const asked = [{ put: 'a proposal' }] as never;
  originsOfNotices.fill({ chess: { withdrawn: async () => asked, restored: async () => [] } });
  expect(await originActions('withdrawn', notice as never, writing)).toEqual(asked);
  expect(await originActions('restored', notice as never, writing)).toEqual([]);
});
