import { describe, expect, it } from 'vitest';
import type { SubjectRecordItem } from '#functions/marks/records/subject-record.ts';
import type { TermReportItem } from '#functions/marks/records/term-report.ts';
import type { ReportSignaturesItem } from '#functions/options/sign-off/records/report-signatures.ts';
import { contentsOf, listChangedFields, nameOfContents } from '#functions/options/sign-off/records/signed-contents.ts';
import { isReadyFor, stagesOfReport, standsFor } from '#functions/options/sign-off/records/stages-of-report.ts';
import type { Scheme } from '#shared/marks/scheme.ts';

const scheme: Scheme = { course: { max: 40, weight: 40 }, exam: { max: 60, weight: 60 }, absentIsZero: false };
const report: TermReportItem = {
  studentId: 'S1',
  year: 2025,
  term: 1,
  classId: '4A',
  formLevel: 4,
  subjectIds: ['MATH', 'ENGL'],
  timesAbsent: 2,
  responsibility: 'B',
  coCurricular: ['Chess'],
  formTeacherComments: 'Works well.',
};
const maths: SubjectRecordItem = {
  studentId: 'S1',
  year: 2025,
  term: 1,
  subjectId: 'MATH',
  classId: '4A',
  formLevel: 4,
  exam: 44,
  examOutOf: 60,
  workSum: 30,
  workOutOf: 40,
  conduct: 'A',
  comment: 'Careful.',
};
const contents = (of: Partial<TermReportItem> = {}, records: Partial<SubjectRecordItem>[] = [{}], by = scheme) =>
  contentsOf(
    { ...report, ...of },
    records.map((one) => ({ ...maths, ...one })),
    by,
  );
const signed = contents();

describe('what a report says, compared with what was signed', () => {
  /** What is changed of the report or its record, and the fields that a reader would name. */
  const oracle: [Partial<TermReportItem>, Partial<SubjectRecordItem>[], string[]][] = [
    [{}, [{}], []],
    [{ timesAbsent: 3 }, [{}], ['times_absent']],
    [{ timesLate: 0 }, [{}], ['times_late']],
    [{ responsibility: undefined }, [{}], ['resp']],
    [{ coCurricular: ['Chess', 'Choir'] }, [{}], ['cocurricular']],
    [{ formTeacherComments: 'Works well' }, [{}], ['comments']],
    [{ musicGrade: 'A' }, [{}], ['mgrade']],
    [{}, [{ exam: 45 }], ['MATH exam']],
    [{}, [{ examOutOf: 50 }], ['MATH exam']],
    [{}, [{ exam: 'Abs', examOutOf: undefined }], ['MATH exam']],
    [{}, [{ workSum: 31 }], ['MATH course']],
    // Half of it out of half: the card says the same.
    [{}, [{ workSum: 15, workOutOf: 20 }], []],
    [{}, [{ comment: undefined }], ['MATH comment']],
    [{}, [{ conduct: 'B', application: 'A' }], ['MATH application', 'MATH conduct']],
    [{}, [], ['MATH course', 'MATH exam', 'MATH conduct', 'MATH comment']],
    [{ subjectIds: ['MATH'] }, [{}], ['ENGL taken off']],
    [{ subjectIds: ['MATH', 'ENGL', 'HIST'] }, [{}], ['HIST added']],
    [{ timesAbsent: 1 }, [{ exam: 40 }], ['times_absent', 'MATH exam']],
  ];
  it.each(oracle)('%j and %j of it are %j', (of, records, expected) => {
    const changed = listChangedFields(signed, contents(of, records), 'principal');
    expect(changed.map((one) => ('subjectId' in one ? `${one.subjectId} ${one.field}` : one.field))).toEqual(expected);
    expect(nameOfContents(contents(of, records)) === nameOfContents(signed)).toBe(expected.length === 0);
  });

  it('has another total where only the rules of marking are others', () => {
    const other = contents({}, [{}], { ...scheme, course: { max: 40, weight: 50 }, exam: { max: 60, weight: 50 } });
    expect(listChangedFields(signed, other, 'dean')).toEqual([{ subjectId: 'MATH', field: 'total' }]);
  });

  it('is for the form teacher without the dean’s remark, which is written afterwards', () => {
    const now = contents({ deanComments: 'Keep it up.' });
    expect(listChangedFields(signed, now, 'form teacher')).toEqual([]);
    expect(listChangedFields(signed, now, 'dean')).toEqual([{ field: 'dcomments' }]);
    expect(listChangedFields(signed, now, 'principal')).toEqual([{ field: 'dcomments' }]);
  });

  it('says nothing of what is in a field', () => {
    expect(JSON.stringify(signed)).not.toContain('Works');
  });
});

describe('the stages of a report', () => {
  const item = (...by: ('formTeacher' | 'dean' | 'principal')[]) =>
    Object.assign(
      { studentId: 'S1', year: 2025, term: 1 as const, classId: '4A' },
      ...by.map((one) => ({ [`${one}Id`]: 'T1', [`${one}By`]: one, [`${one}At`]: 'now', [`${one}Of`]: signed })),
    ) as ReportSignaturesItem;
  const statesOf = (signatures: ReportSignaturesItem | undefined, now = signed) => {
    const { stages, awaits } = stagesOfReport(signatures, now);
    return [...stages.map(({ state }) => state), awaits];
  };

  it('are signed one after the other', () => {
    expect(statesOf(undefined)).toEqual(['open', 'open', 'open', 'form teacher']);
    expect(statesOf(item('formTeacher'))).toEqual(['signed', 'open', 'open', 'dean']);
    expect(statesOf(item('formTeacher', 'dean'))).toEqual(['signed', 'signed', 'open', 'principal']);
    expect(statesOf(item('formTeacher', 'dean', 'principal'))).toEqual(['signed', 'signed', 'signed', null]);
  });

  it('fall back with a change, and stand again with its undoing', () => {
    const all = item('formTeacher', 'dean', 'principal');
    const now = contents({}, [{ exam: 12 }]);
    expect(statesOf(all, now)).toEqual(['fell back', 'fell back', 'fell back', 'form teacher']);
    expect(statesOf(all, contents({}, [{ exam: 44 }]))).toEqual(['signed', 'signed', 'signed', null]);
    const remark = contents({ deanComments: 'Keep it up.' });
    expect(statesOf(all, remark)).toEqual(['signed', 'fell back', 'fell back', 'dean']);
  });

  it('are ready for one, and stand for one, only with all before it', () => {
    const ofDeanAlone = stagesOfReport(item('dean', 'principal'), signed);
    expect(isReadyFor('form teacher', ofDeanAlone)).toBe(true);
    expect(isReadyFor('dean', ofDeanAlone)).toBe(false);
    expect(isReadyFor('principal', ofDeanAlone)).toBe(false);
    expect(standsFor('principal', ofDeanAlone)).toBe(false);
    const done = stagesOfReport(item('formTeacher', 'dean'), signed);
    expect(isReadyFor('principal', done)).toBe(true);
    expect([standsFor('dean', done), standsFor('principal', done)]).toEqual([true, false]);
  });
});
