import { describe, expect, it } from 'vitest';
import {
  DamagedRecordError,
  requireCountableContents,
  requireSchemeOfReport,
} from '#functions/term-reports/report-cards/build-report-card.ts';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import { makeSubjectRecord, makeTermReport } from './term-facts.ts';

const check = (record: object, report: object = {}) =>
  requireCountableContents({ ...makeTermReport({}), ...report } as never, [
    { ...makeSubjectRecord({}), ...record } as never,
  ]);

describe('a damaged record', () => {
  it.each([
    { exam: Number.NaN },
    { exam: 45.55 },
    { exam: 45, examOutOf: 0 },
    { exam: 45, examOutOf: 70.5 },
    { workSum: 2.5, workOutOf: 8 },
    { workSum: 2, workOutOf: -8 },
    { comment: 7 },
  ])('is one with %o', (record) => {
    expect(() => check(record)).toThrow(DamagedRecordError);
  });

  it.each([
    { deanComments: 1 },
    { formTeacherComments: ['Good.'] },
    { musicComments: null },
  ])('is a report with %o', (report) => {
    expect(() => check({}, report)).toThrow(DamagedRecordError);
  });

  it('is a report of a form level that there is not', () => {
    const school = { markingScheme: [...defaultSchemeRules] };
    expect(() => requireSchemeOfReport(school, { ...makeTermReport({}), formLevel: 77 })).toThrow(DamagedRecordError);
    expect(requireSchemeOfReport(school, { ...makeTermReport({}), formLevel: 1 }).exam?.max).toBe(70);
  });

  it('is no school without a marking scheme: that is no matter of the record', () => {
    expect(() => requireSchemeOfReport({ markingScheme: undefined as never }, makeTermReport({}))).toThrow(TypeError);
  });

  it('is none of blanks, zeros and one decimal', () => {
    for (const exam of [undefined, 0, 0.1, 1.1, 18.8, 69.9, 70]) {
      expect(() => check({ exam, examOutOf: 70, workSum: 0, workOutOf: 0, comment: '' })).not.toThrow();
    }
    expect(() => check({})).not.toThrow();
  });
});
