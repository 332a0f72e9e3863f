import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Outbox } from '../../web/outbox/outbox.ts';
import { memoryStorage } from '../../web/outbox/storage.ts';

const row = { student_id: 'S1', class_id: '3A', year: 2025, term: 1, name: 'Ali, Pupil', times_absent: 3 };

it('shows the typed value all the while that its save is acknowledged, however slow the device is to note it', async () => {
  const { useRecords } = await import('../../web/features/term-reports/use-class-records.ts');
  const storage = memoryStorage();
  const outbox = new Outbox({
    user: 'T1',
    page: 'P1',
    storage: {
      ...storage,
      update: async (...update) => {
        const stored = await storage.update(...update);
        await new Promise((done) => setTimeout(done, 20));
        return stored;
      },
    },
    send: async () => ({ ...row, times_absent: 12 }),
    alone: (_name, act) => act(),
    newKey: () => crypto.randomUUID(),
    holdPage: async () => undefined,
    isPageOpen: async () => true,
    later: (act) => act(),
  });
  const loaded = { data: [{ ...row, table2_records: [] }], version: outbox.version() } as never;
  const shown: unknown[] = [];
  const { result } = renderHook(() => {
    const records = useRecords(loaded, outbox);
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
});
