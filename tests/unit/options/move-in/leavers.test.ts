import { describe, expect, it } from 'vitest';
import { judgeLeavers } from '#functions/options/move-in/judging/judge-leavers.ts';
import type { JudgedRow } from '#functions/options/move-in/judging/judged-row.ts';

const teacher = (employeeId: string, teacherNum: number, more: object = {}) =>
  ({
    employeeId,
    teacherNum,
    firstName: 'Anna',
    lastName: `Bell${teacherNum}`,
    userName: employeeId,
    ...more,
  }) as never;
const student = (studentId: string, more: object = {}) =>
  ({ studentId, firstName: 'Kim', lastName: `Lee${studentId}`, classId: '1A', status: 'current', ...more }) as never;
const row = (kind: 'teachers' | 'students', more: object): JudgedRow =>
  ({ kind, sheet: 'users.csv', row: 2, state: 'same', what: '', note: '', fix: null, ...more }) as JudgedRow;

const known = {
  teachers: [teacher('T1', 1), teacher('T2', 2), teacher('T3', 3, { deletedAt: '2025-01-01T00:00:00.000Z' })],
  students: [student('0001'), student('0002'), student('0003', { status: 'archived' })],
};
const none = { sheet: 'users.csv', teachers: new Set<string>(), students: new Set<string>() };

function judge(file: Parameters<typeof judgeLeavers>[0], more: object = {}) {
  const asked: string[] = [];
  const answers: Record<string, 'yes' | 'no'> = {};
  const rows = judgeLeavers(file, {
    known,
    rows: [],
    may: () => true,
    ask: (kind: string) => {
      asked.push(kind);
      return answers[kind];
    },
    ...more,
  });
  return { asked, rows };
}

describe('people who are to leave by what a file says', () => {
  it('archives nobody before somebody says so, and lists each person', () => {
    const { rows, asked } = judge({ whole: none });
    expect(asked).toEqual(['absent teachers', 'absent teachers', 'absent students', 'absent students']);
    expect(rows.map(({ kind, what, state, note, move }) => [kind, what, state, note, move])).toEqual([
      ['teachers', 'Anna Bell1, 1', 'refused', 'Not in the file. Please answer the question above.', undefined],
      ['teachers', 'Anna Bell2, 2', 'refused', 'Not in the file. Please answer the question above.', undefined],
      ['students', 'Kim Lee0001, 1A, 0001', 'refused', 'Not in the file. Please answer the question above.', undefined],
      ['students', 'Kim Lee0002, 1A, 0002', 'refused', 'Not in the file. Please answer the question above.', undefined],
    ]);
  });

  it('archives those who were said, and nobody of another kind', () => {
    const ask = (kind: string) => (kind === 'absent students' ? 'yes' : 'no');
    const { rows } = judge({ whole: { ...none, students: new Set(['0002']) } }, { ask });
    expect(rows.map(({ state, move }) => [state, move])).toEqual([
      ['same', undefined],
      ['same', undefined],
      ['changed', { kind: 'students', act: 'archive', studentId: '0001' }],
    ]);
  });

  it('asks about nobody who is not in a file of differences', () => {
    expect(judge({}).rows).toEqual([]);
    expect(judge({ leavers: [] }).rows).toEqual([]);
  });

  it('asks of the deleted alone whom the school has now, and once of each', () => {
    const leaver = { kind: 'students', why: 'deleted', sheet: 'users.csv', row: 7 } as const;
    const { rows } = judge({
      leavers: [
        { ...leaver, id: '0001' },
        { ...leaver, id: '0003', row: 8 },
        { ...leaver, id: '0999', row: 9 },
      ],
      whole: { ...none, teachers: new Set(['T1', 'T2']), students: new Set(['0002']) },
    });
    expect(rows.map(({ what, row: at, note }) => [what, at, note])).toEqual([
      ['Kim Lee0001, 1A, 0001', 7, 'Marked as deleted in the file. Please answer the question above.'],
    ]);
  });

  it('takes a row for the person who it is, and one that is refused for the person of its name', () => {
    const rows = [
      row('teachers', { record: 'T1' }),
      row('teachers', { what: 'anna bell2, 1A', state: 'refused' }),
      row('students', { what: 'Somebody Else', state: 'refused' }),
    ];
    expect(judge({ whole: none }, { rows }).rows.map(({ what }) => what)).toEqual([
      'Kim Lee0001, 1A, 0001',
      'Kim Lee0002, 1A, 0002',
    ]);
  });

  it('says nothing of people whom the caller may not change', () => {
    const { rows, asked } = judge({ whole: none }, { may: (kind: string) => kind === 'teachers' });
    expect(rows.map(({ kind }) => kind)).toEqual(['teachers', 'teachers']);
    expect(asked).toEqual(['absent teachers', 'absent teachers']);
  });
});
