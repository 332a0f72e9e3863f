import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { reportFieldNames } from '#shared/term-reports/fields.ts';
import type { TermReportRow } from '#shared/term-reports/report-rows.ts';
import { createMemoryStorage } from '../../../web/outbox/device/storage.ts';
import { Outbox } from '../../../web/outbox/outbox.ts';
import { sendSave } from '../../../web/outbox/save-kind.ts';
import { startContractServer } from '../../support/school/contract-server.ts';

const blank = Object.fromEntries(reportFieldNames.map((field) => [field, null]));
const row = {
  ...blank,
  student_id: 'S1',
  first_name: 'Pupil',
  last_name: 'Ali',
  name: 'Ali, Pupil',
  picture: null,
  class_id: '3A',
  form_level: 3,
  year: 2025,
  term: 1,
  registered: true,
  possible_attendance: null,
  new_term_beginning: null,
  times_absent: 3,
} as unknown as TermReportRow;

it('shows the typed value all the while that its save is acknowledged, however slow the device is to note it', async () => {
  const { useStudentRecords } = await import('../../../web/features/term-reports/use-class-records.ts');
  const server = startContractServer();
  server.on(authContract.setCsrfCookie, () => ({ ok: true as const }));
  // The answer says more than was typed: somebody else's value too.
  server.on(termReportsContract.saveTermReport, () => ({ ...row, times_absent: 12, times_late: 4 }));
  const storage = createMemoryStorage();
  const outbox = new Outbox({
    user: 'T1',
    page: 'P1',
    unstoredChanges: [],
    storage: {
      ...storage,
      update: async (...update) => {
        const stored = await storage.update(...update);
        await new Promise((done) => setTimeout(done, 20));
        return stored;
      },
    },
    send: sendSave,
    withLock: (_name, act) => act(),
    newKey: () => crypto.randomUUID(),
    holdPage: async () => undefined,
    isPageOpen: async () => true,
    whenIdle: (act) => act(),
  });
  const loaded = { data: [{ ...row, table2_records: [] }], version: outbox.version() } as never;
  const shown: unknown[] = [];
  const { result } = renderHook(() => {
    const records = useStudentRecords(loaded, { outbox, titleOf: (id) => id });
    shown.push(records.record('S1')?.times_absent);
    return records;
  });
  const record = result.current.record('S1');
  if (record) result.current.write(record, 'times_absent', 12);
  await waitFor(() => expect(outbox.unsaved()).toBe(0));
  await new Promise((done) => setTimeout(done, 60));
  expect(shown[0]).toBe(3);
  expect(new Set(shown.slice(shown.indexOf(12)))).toEqual(new Set([12]));
  expect(shown).toContain(12);
  expect(result.current.record('S1')?.times_late).toBe(4);
});
