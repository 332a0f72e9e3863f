import { describe, expect, it } from 'vitest';
import { type DueFacts, dueLines } from '../../../web/features/school/due/due-lines.ts';

const termOf = (term: 1 | 2 | 3, date_start: string, date_end: string, is_current = false) => ({
  academic_year_id: '20252026',
  term,
  possible_attendance: 120,
  date_start,
  date_end,
  new_term_beginning: null,
  is_current,
});
const first = termOf(1, '2025-09-01', '2025-12-12');
const second = termOf(2, '2026-01-05', '2026-03-27', true);
const nothing: DueFacts = {
  today: '2026-02-02',
  current: second,
  terms: [second, first],
  canSeeCompleteness: true,
  registration: undefined,
  posting: undefined,
  work: undefined,
  ofOptions: [],
};
const textsOf = (facts: Partial<DueFacts>) => dueLines({ ...nothing, ...facts }).map(({ text }) => text);

describe('what is due', () => {
  it('is nothing where nothing waits, or where one may see nothing of it', () => {
    expect(dueLines(nothing)).toEqual([]);
  });

  it('has the students who are not registered for the current term', () => {
    const ofClass = { form_level: 1, students: 30 };
    const registration = [
      { ...ofClass, class_id: '1A', not_registered: 1 },
      { ...ofClass, class_id: '1B', not_registered: 0 },
    ];
    expect(textsOf({ registration })).toEqual([
      '1 student is not registered for Term 2, 2025-2026. Press Register Students.',
    ]);
    expect(textsOf({ registration, current: undefined })).toEqual([]);
  });

  it('has the marks from three weeks before the end of the term to its last day', () => {
    const line = 'Marks and remarks of Term 2, 2025-2026 are due by 27-Mar-2026.';
    expect(textsOf({ today: '2026-03-05' })).toEqual([]);
    expect(textsOf({ today: '2026-03-06' })).toEqual([line]);
    expect(textsOf({ today: '2026-03-27' })).toEqual([line]);
    expect(textsOf({ today: '2026-03-28' })).toEqual([]);
    expect(textsOf({ today: '2026-03-27', canSeeCompleteness: false })).toEqual([]);
  });

  it('has a term of this year that has ended and is not posted', () => {
    const row = { year: 2025, title: 'Term 1', date_posted: null, run: null };
    expect(textsOf({ posting: [{ ...row, term: 1, posted: 0 }] })).toEqual([
      'The reports of Term 1, 2025-2026 are not posted. The term ended on 12-Dec-2025.',
    ]);
    expect(textsOf({ posting: [{ ...row, term: 1, posted: 1, date_posted: '2025-12-15 09:00:00' }] })).toEqual([]);
    expect(textsOf({ posting: [{ ...row, term: 2, posted: 0 }] })).toEqual([]);
    expect(textsOf({ today: '2025-12-12', posting: [{ ...row, term: 1, posted: 0 }] })).toEqual([]);
  });

  it('has lessons and classes that nobody has', () => {
    const left = { employee_id: 'T9', first_name: 'Ann', last_name: 'Lee', dean_of: [], form_teacher_of: ['2A'] };
    const lessons = [{ id: 'l', lesson: 'Mathematics 2A', form_classes: ['2A'] }];
    const work = { academic_year_id: '20252026', teachers: [{ ...left, lessons }], form_classes: ['3B'] };
    expect(textsOf({ work })).toEqual(['1 lesson and 2 classes without a teacher.']);
    expect(textsOf({ work: { ...work, teachers: [], form_classes: [] } })).toEqual([]);
  });

  it('has what waits of options', () => {
    expect(textsOf({ ofOptions: [{ text: '3 scans could not be taken.', to: null }] })).toEqual([
      '3 scans could not be taken.',
    ]);
  });
});
