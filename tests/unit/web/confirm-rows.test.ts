import { describe, expect, it } from 'vitest';
import type { CodeLists } from '#shared/students/code-lists.ts';
import type { PreviewedRow } from '#shared/students/spreadsheets/contract.ts';
import { createUploadedValueReader } from '#shared/students/spreadsheets/uploaded-values.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import {
  answerRow,
  type ConfirmRow,
  correctRow,
  explainRowNotUploadable,
  findDuplicateRows,
  findUnansweredQuestion,
  judgeRow,
  listChangedFields,
  toConfirmedRow,
  toConfirmRow,
} from '../../../web/features/students/upload/confirm-rows.ts';

const read = createUploadedValueReader({
  classes: ['1A', '1B'],
  houses: [{ id: 'R', name: 'Red' }],
  codes: {} as CodeLists,
  today: '2026-05-20',
});
const columns = ['address_line_2'];
const none = new Map<number, string>();
const student = {
  student_id: 'S1',
  name: 'Sam Ali',
  class_id: '1A',
  is_archived: false,
  by: 'SEA Reg No.',
  is_certain: true,
  question: null,
};

const row = (change: Partial<PreviewedRow> = {}): ConfirmRow =>
  toConfirmRow(
    {
      row: 2,
      id: '',
      last_name: 'Ali',
      first_name: 'Sam',
      sea_no: '007',
      class_id: '1A',
      date_of_birth: '',
      house_name: '',
      entry_date: '',
      more: ['Arima'],
      error: 0,
      problem: null,
      double: null,
      refused: {},
      match: null,
      far_id: null,
      was: {},
      ...change,
    },
    columns,
  );

describe('a row of the confirm table', () => {
  it('is a new student, or changes one who is here in the fields that are chosen', () => {
    expect(judgeRow(row(), none)).toBe('New');
    const known = row({ match: student, was: { address_line_2: 'Couva', first_name: 'Samuel' } });
    expect([judgeRow(known, none), listChangedFields(known)]).toEqual(['Changes', ['address_line_2', 'first_name']]);
    const kept = { ...known, kept: new Set(['first_name' as const]) };
    expect(toConfirmedRow(kept, columns)).toMatchObject({ student_id: 'S1', was: { address_line_2: 'Couva' } });
    expect(toConfirmedRow(kept, columns).was).not.toHaveProperty('first_name');
    const all = { ...known, kept: new Set(['first_name' as const, 'address_line_2' as const]) };
    expect(judgeRow(all, none)).toBe('As before');
  });

  it('with the name and birthday of another is that student, or somebody else where the user says so', () => {
    const doubtful = row({
      match: { ...student, is_certain: false },
      was: { address_line_2: '' },
      problem: 'Same as Sam',
    });
    expect(judgeRow(doubtful, none)).toBe('Not possible');
    const another = { ...doubtful, isAnother: true };
    expect([judgeRow(another, none), explainRowNotUploadable(another)]).toEqual(['New', null]);
    expect(toConfirmedRow(another, columns)).toMatchObject({ student_id: null, is_another: true });
    const certain = { ...row({ match: student, problem: 'Archived' }), isAnother: true };
    expect(judgeRow(certain, none)).toBe('Not possible');
  });

  it('with an id that differs from another one in zeros alone is asked about, and is nothing until it is answered', () => {
    const question = recordWordings.nearId('00042 exists: Sam Ali, 1A.');
    const near = { ...student, student_id: '00042', is_certain: false, question };
    const asked = row({ id: '42', match: near, was: { address_line_2: '' }, error: 1 });
    expect([judgeRow(asked, none), findUnansweredQuestion(asked), listChangedFields(asked)]).toEqual([
      'Same student?',
      question,
      [],
    ]);
    const same = answerRow(asked, 'same');
    expect([judgeRow(same, none), listChangedFields(same)]).toEqual(['Changes', ['address_line_2']]);
    expect(toConfirmedRow(same, columns)).toMatchObject({
      student_id: '00042',
      is_same: true,
      was: { address_line_2: '' },
    });
    const another = answerRow(asked, 'another');
    expect(judgeRow(another, none)).toBe('New');
    expect(toConfirmedRow(another, columns)).toMatchObject({ student_id: null, is_another: true });
    expect(toConfirmedRow(another, columns)).not.toHaveProperty('is_same');
    expect(judgeRow(answerRow(same, null), none)).toBe('Same student?');
  });

  it('with an id far from the others is asked about, and is new once the office says that the id is right', () => {
    const question = '99999 is far from the school’s other ids: the last one is 00506. Is it right?';
    const far = row({ id: '99999', far_id: question, error: 1 });
    expect([judgeRow(far, none), findUnansweredQuestion(far)]).toEqual(['ID right?', question]);
    const right = answerRow(far, 'another');
    expect([judgeRow(right, none), findUnansweredQuestion(right)]).toEqual(['New', null]);
    expect(toConfirmedRow(right, columns)).toMatchObject({ student_id: null, is_another: true });
    expect(judgeRow(answerRow(right, null), none)).toBe('ID right?');
  });

  it('is judged at once where a cell of it is corrected', () => {
    const wrong = row({ refused: { date_of_birth: 'no day' }, date_of_birth: '1/2/2014' });
    expect(judgeRow(wrong, none)).toBe('Not possible');
    const still = correctRow(wrong, ['date_of_birth', '2/1/2014'], read);
    expect(still.refused.get('date_of_birth')).toMatch(/^This may be 02-Jan-2014 or 01-Feb-2014/);
    const right = correctRow(wrong, ['date_of_birth', '2 jan 2014'], read);
    expect([right.refused.size, right.isChecking]).toEqual([0, true]);
    expect(correctRow(right, ['class_id', ''], read).refused.get('class_id')).toBe('Required.');
    expect(correctRow(row({ match: student }), ['class_id', ''], read).refused.size).toBe(0);
  });

  it('is no double any more once the other row is gone or another number was typed', () => {
    const twins = [row(), { ...row({ first_name: 'Eve' }), row: 3 }];
    expect([...findDuplicateRows(twins, read)]).toEqual([[3, 'Same SEA Reg No. as row 2, Sam Ali.']]);
    expect(findDuplicateRows(twins.slice(1), read).size).toBe(0);
    const [first, second] = twins as [ConfirmRow, ConfirmRow];
    expect(findDuplicateRows([first, correctRow(second, ['sea_no', '008'], read)], read).size).toBe(0);
  });
});
