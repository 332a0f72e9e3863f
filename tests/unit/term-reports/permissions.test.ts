import { describe, expect, it } from 'vitest';
import { partByReportField } from '#shared/term-reports/fields.ts';
import {
  canEditAnything,
  decideReportPermissions,
  partBySubjectField,
  type ReportViewer,
  readOnlyPermissions,
  reportParts,
} from '#shared/term-reports/permissions.ts';

const viewer = (change: Partial<ReportViewer> = {}): ReportViewer => ({
  isAdmin: false,
  canEditTermReports: false,
  posts: [],
  ...change,
});
const partsOf = (change: Partial<ReportViewer>) => {
  const permissions = decideReportPermissions(viewer(change));
  return reportParts.filter((part) => permissions[part]);
};

describe('who may write what of a term report', () => {
  it('gives the form teacher the student’s fields and own remarks, not the dean’s and no subject row', () => {
    expect(partsOf({ posts: ['form teacher'] })).toEqual(['student', 'music', 'formTeacherRemarks']);
  });

  it('gives the dean the dean’s and the subjects’ remarks, not the student’s fields', () => {
    expect(partsOf({ posts: ['dean'] })).toEqual(['deanRemarks', 'subjectRemarks']);
  });

  it('gives somebody who is both what either may write', () => {
    const both = ['student', 'music', 'formTeacherRemarks', 'deanRemarks', 'subjectRemarks'];
    expect(partsOf({ posts: ['form teacher', 'dean'] })).toEqual(both);
    expect(partsOf({ posts: ['dean', 'form teacher'] })).toEqual(both);
  });

  it('gives nobody else anything, and an admin More Options', () => {
    expect(partsOf({})).toEqual([]);
    expect(partsOf({ isAdmin: true })).toEqual(['moreOptions']);
    expect(canEditAnything(decideReportPermissions(viewer({ isAdmin: true })))).toBe(false);
  });

  it('gives everything but More Options to everybody who may edit term reports', () => {
    const all = reportParts.filter((part) => part !== 'moreOptions');
    expect(partsOf({ canEditTermReports: true })).toEqual(all);
    expect(partsOf({ canEditTermReports: true, isAdmin: true })).toEqual([...all, 'moreOptions']);
  });

  it('leaves of a closed term what the office does beside the report, and nothing else', () => {
    for (const isAdmin of [true, false]) {
      const all = decideReportPermissions(
        viewer({ isAdmin, canEditTermReports: true, posts: ['form teacher', 'dean'] }),
      );
      const closed = readOnlyPermissions(all);
      expect(Object.keys(closed).sort()).toEqual(Object.keys(all).sort());
      expect(reportParts.filter((part) => closed[part] !== false)).toEqual(isAdmin ? ['moreOptions'] : []);
    }
  });

  it('knows a part for every field of both calls', () => {
    const parts = [...Object.values(partByReportField), ...Object.values(partBySubjectField)];
    expect(new Set(parts)).toEqual(new Set(reportParts.filter((part) => part !== 'moreOptions')));
  });
});
