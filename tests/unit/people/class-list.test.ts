import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  hasSpreadsheetAccess,
  isTaughtByTeacher,
  parseClassIds,
  requireClassesOfOneLevel,
  requireOwnLessons,
} from '#functions/people/records/class-list.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '#functions/platform/errors.ts';
import type { Caller } from '#functions/platform/requests/caller.ts';
import { noSuchReportError, reportPermissions } from '#functions/term-reports/report-access.ts';

process.env.SCHOOL_FILE = new URL('../../../infra/schools/demo.json', import.meta.url).pathname;

const caller = (role: Caller['role'], accountId = 'T1') => ({ role, accountId, permissions: [] }) as unknown as Caller;

describe('the classes that a page names', () => {
  it('are each named once, or the one', () => {
    expect(parseClassIds({ form_classes: '4A, 4B,4A', class_id: '1A' })).toEqual(['4A', '4B']);
    expect(parseClassIds({ form_classes: '4A', class_id: '1A' })).toEqual(['4A']);
    expect(parseClassIds({ class_id: '1A' })).toEqual(['1A']);
    expect(parseClassIds({})).toEqual([]);
  });

  it('are one to thirty, all of the form level', () => {
    expect(() => requireClassesOfOneLevel([], 1)).toThrow(ValidationError);
    expect(() => requireClassesOfOneLevel(['1A'], 1)).not.toThrow();
    expect(() => requireClassesOfOneLevel(Array(30).fill('1A'), 1)).not.toThrow();
    expect(() => requireClassesOfOneLevel(Array(31).fill('1A'), 1)).toThrow(ValidationError);
    expect(() => requireClassesOfOneLevel(['1A', '2A'], 1)).toThrow(ValidationError);
    expect(() => requireClassesOfOneLevel(['no class'], 1)).toThrow(ValidationError);
  });

  it('are all taught by the teacher who lists them, under the teacher’s own name', () => {
    const lessons = [{ classId: '1A' }, { classId: '1B' }];
    const check = (role: Caller['role'], employeeId: string, classIds: string[]) => () =>
      requireOwnLessons({ caller: caller(role), employeeId, classIds, lessons });
    expect(check('teacher', 'T1', ['1A', '1B'])).not.toThrow();
    expect(check('teacher', 'T1', ['1A', '1C'])).toThrow(ForbiddenError);
    expect(check('teacher', 'T1', ['1C'])).toThrow(ForbiddenError);
    expect(check('teacher', 'T2', ['1A'])).toThrow(ForbiddenError);
    expect(check('Admin', 'T2', ['1C'])).not.toThrow();
  });
});

describe('a student of a lesson', () => {
  it('is the teacher’s whom the assignment names, where classes sit together, and the lesson’s everywhere else', () => {
    expect(isTaughtByTeacher({ formLevel: 4, employeeId: 'T1' }, 'T1')).toBe(true);
    expect(isTaughtByTeacher({ formLevel: 4, employeeId: 'T2' }, 'T1')).toBe(false);
    expect(isTaughtByTeacher({ formLevel: 4 }, 'T1')).toBe(true);
    expect(isTaughtByTeacher({ formLevel: 1, employeeId: 'T2' }, 'T1')).toBe(true);
  });
});

describe('spreadsheet access', () => {
  it('comes in the demo school with the posts of the specification, and with no other', () => {
    const holders = Array.from({ length: 41 }, (_, post) => post).filter(hasSpreadsheetAccess);
    expect(holders).toEqual([1, 2, 4, 5, 6, 19, 20, 21]);
    expect([hasSpreadsheetAccess(null), hasSpreadsheetAccess(undefined)]).toEqual([false, false]);
  });

  it('comes in a school that numbers its posts otherwise with those that its file names', async () => {
    const demo = JSON.parse(readFileSync(process.env.SCHOOL_FILE ?? '', 'utf8'));
    const posts = [
      { id: 1, rank: 'Groundsman' },
      { id: 7, rank: 'Principal', seesEveryClass: true },
    ];
    const file = join(mkdtempSync(join(tmpdir(), 'school-')), 'other.json');
    writeFileSync(file, JSON.stringify({ ...demo, posts }));
    vi.stubEnv('SCHOOL_FILE', file);
    vi.resetModules();
    const other = await import('#functions/people/records/class-list.ts');
    expect([1, 2, 4, 7, 19].filter(other.hasSpreadsheetAccess)).toEqual([7]);
    vi.unstubAllEnvs();
  });
});

describe('a report that is not there', () => {
  it('is said to be none to the office alone: a teacher is not told which pupils there are', () => {
    expect(noSuchReportError(caller('Admin'))).toBeInstanceOf(NotFoundError);
    expect(noSuchReportError(caller('teacher'))).toBeInstanceOf(ForbiddenError);
  });
});

describe('what a teacher may write of a report', () => {
  const found = [{ classId: '4A', as: 'form teacher' as const }];
  const permissions = (change: Partial<Parameters<typeof reportPermissions>[0]>) =>
    reportPermissions({ caller: caller('teacher'), classId: '4A', year: 2025, named: '4A', found, ...change });

  it('comes from the posts that were read with the session, without another read, where the class was named', async () => {
    expect((await permissions({})).student).toBe(true);
    expect((await permissions({ found: [] })).student).toBe(false);
  });

  it('does not come from a post in another class', async () => {
    expect((await permissions({ found: [{ classId: '4B', as: 'form teacher' }] })).student).toBe(false);
    expect((await permissions({ caller: caller('Admin'), named: undefined, found })).moreOptions).toBe(true);
  });
});
