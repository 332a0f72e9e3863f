import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { MarkSheetRow } from '#shared/marks/mark-sheet/contract.ts';
import { freshPageForEachTest, openPart } from '../page.tsx';

freshPageForEachTest();

/** Two students of one name, and a third one. */
const people = [
  { student_id: '0101', name: 'Bell, Zoe' },
  { student_id: '0202', name: 'Bell, Zoe' },
  { student_id: '0303', name: 'Ali, Ann' },
];
const open = true;
const onClose = () => undefined;
const show = (part: ReactElement) =>
  openPart(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);
const textsOf = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

describe('two students of one name', () => {
  it('have their ids in what a spreadsheet changes', async () => {
    const { default: UploadPreviewDialog } = await import(
      '../../../web/features/marks/mark-book/spreadsheets/upload-preview.tsx'
    );
    const place = { column: 'E', row: 5, assesment_number: 1 };
    const preview = {
      changes: people.map((one, index) => ({ ...place, ...one, row: index, old: 1, new: 2 })),
      conflicts: [{ ...place, ...people[1], was: 1, yours: 2, theirs: 3, by: 'Ada Office', at: null }],
      refused: [],
      notes: [],
      downloaded_at: '2026-03-01T12:00:00.000Z',
    };
    await show(
      <UploadPreviewDialog page={{} as never} preview={preview as never} onClose={onClose} onApplied={onClose} />,
    );
    await screen.findByRole('checkbox', { name: 'Use 2 for Bell, Zoe (0202), assessment 1' });
    expect(screen.getByText('Bell, Zoe (0101)')).toBeTruthy();
  });

  it('have their ids in a sheet at a moment', async () => {
    const { SheetAtMoment } = await import('../../../web/history/sheet-at-moment.tsx');
    const load = async () => ({
      columns: ['Exam'],
      notes: [],
      count: 0,
      restore: () => Promise.reject(new Error('not asked')),
      rows: people.map(({ student_id: id, name }) => ({ id, name, cells: [{ value: 40 }] })),
    });
    await show(
      <SheetAtMoment open={open} onClose={onClose} load={load} text="" queryKey={['twins']} onRestored={onClose} />,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    expect(textsOf(await screen.findAllByRole('rowheader'))).toEqual([
      'Bell, Zoe (0101)',
      'Bell, Zoe (0202)',
      'Ali, Ann',
    ]);
  });

  it('have their ids over the windows of the register, in which something is entered for one of them', async () => {
    const { AbsenceReasonWindow, ReplaceEntryWindow } = await import(
      '../../../web/features/attendance/register/register-windows.tsx'
    );
    const row = { ...people[1], am: 'A', pm: null, reason: null, excused: null } as never;
    await show(<AbsenceReasonWindow row={row} date="2026-03-02" enter={onClose} onClose={onClose} />);
    expect(await screen.findByRole('dialog', { name: 'Bell, Zoe (0202)' })).toBeTruthy();
    cleanup();
    await show(
      <ReplaceEntryWindow
        row={row}
        value="P"
        by="Ada Office"
        at="2026-03-02T12:00:00.000Z"
        session="am"
        onReplace={onClose}
        onClose={onClose}
      />,
    );
    expect(await screen.findByRole('dialog', { name: 'Bell, Zoe (0202)' })).toBeTruthy();
  });

  it('have their ids in the names of values that are not saved', async () => {
    const { bookLineSaveTarget, bookNameApart } = await import(
      '../../../web/features/marks/mark-book/book-line-save.ts'
    );
    const { subjectRecordSaveTarget } = await import('../../../web/features/marks/mark-sheet/subject-record-save.ts');
    const { studentNameApart } = await import('#shared/people/shared-names.ts');
    const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: '20252026', term: 1 } as const;
    const lines = people.map(({ student_id: id, name }) => {
      const [last_name, first_name] = name.split(', ');
      return { id, last_name, first_name, class_id: '1A' } as never;
    });
    const ofLine = bookNameApart(lines);
    expect(lines.map((one) => bookLineSaveTarget(page, one, ofLine(one)).about)).toEqual([
      'Bell, Zoe (0101)',
      'Bell, Zoe (0202)',
      'Ali, Ann',
    ]);
    const rows = people as unknown as MarkSheetRow[];
    expect(rows.map((one) => subjectRecordSaveTarget(one, studentNameApart(rows)(one)).about)).toEqual([
      'Bell, Zoe (0101)',
      'Bell, Zoe (0202)',
      'Ali, Ann',
    ]);
  });
});
