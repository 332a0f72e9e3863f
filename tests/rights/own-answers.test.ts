import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownOfOptions, studentsWhoSignIn } from '#options/tests';
import { callsWithExamples } from '../support/callers/call-examples.ts';
import { clientOfAccount } from '../support/callers/callers.ts';
import { listed, type OwnAnswers, type Row } from './own-answers.ts';
import { rights } from './rights-table.ts';
import { type SchoolOfRights, startSchoolOfRights } from './school-of-rights.ts';

/**
 * Where rights.md says "own": what each asks for and is shown. T1 is Mona, form teacher of 1A; T2 teaches 1A and 1B; T3
 * is dean of 1A and 1B; T4 is form teacher of 4A, T5 its dean; T6 is form teacher of 4B and dean of 1B. S41's report of
 * a term is posted.
 */
const own: OwnAnswers = {
  ...ownOfOptions,
  'GET /api/admin-permissions (one’s own)': {
    shows: listed('user_admin_id', 'name', 'user_admin'),
    to: { A1: ['A1 Ada Office Admin'], A3: ['A3 Petra Parent PTA'], A4: ['A4 Paul Parent PTA'] },
  },
  'GET /api/my-account': {
    shows: listed('user_name'),
    to: {
      T1: ['mona'],
      T2: ['eric'],
      T4: ['fiona'],
      T5: ['otto'],
      T6: ['olga'],
      A1: ['admin'],
      A3: ['pta'],
      'student.S41': ['student:S41'],
      'student.S42': ['student:S42'],
    },
  },
  'GET /api/teacher-lessons (one’s own)': {
    shows: listed('lesson'),
    to: {
      T1: ['Mathematics 1A', 'Mathematics Form 4'],
      T2: ['English Language 1A', 'English Language 1B', 'Mathematics 1B'],
      T3: [],
      T4: [],
      T5: [],
      T6: [],
      A1: [],
    },
  },
  'GET /api/form-teacher-class (one’s own)': {
    shows: listed('form_class_id'),
    to: { T1: ['1A'], T2: [], T3: [], T4: ['4A'], T5: [], T6: ['4B'], A1: [] },
  },
  'GET /api/dean-form-classes (one’s own)': {
    shows: listed('form_class_id'),
    to: { T1: [], T2: [], T3: ['1A', '1B'], T4: [], T5: ['4A'], T6: ['1B'], A1: [] },
  },
  'GET /api/form-classes': {
    shows: listed('id', 'as'),
    to: {
      T1: ['1A form teacher'],
      T2: [],
      T3: ['1A dean', '1B dean'],
      T4: ['4A form teacher'],
      T5: ['4A dean'],
      T6: ['1B dean', '4B form teacher'],
    },
  },
  'GET /api/completeness': {
    shows: (body) => (body as { classes: Row[] }).classes.map(({ class_id }) => String(class_id)),
    to: { T1: ['1A'], T2: [], T3: ['1A', '1B'], T4: ['4A'], T5: ['4A'], T6: ['1B', '4B'] },
  },
  'GET /api/completeness-reminder': {
    shows: (body) => (body as { rows: Row[] } | null)?.rows.map(({ class_id, title }) => `${class_id} ${title}`) ?? [],
    to: {
      T1: ['1A Mathematics', '1A Form teacher’s remarks', '4A Mathematics', '4B Mathematics'],
      T2: ['1A English Language', '1B English Language', '1B Mathematics'],
      T3: [],
      T4: ['4A Form teacher’s remarks'],
      T5: [],
      T6: [],
    },
  },
  'GET /api/attendance-classes': {
    shows: listed('class_id', 'as'),
    to: {
      T1: ['1A form teacher', '4A lesson', '4B lesson'],
      T2: ['1A lesson', '1B lesson'],
      T3: ['1A dean', '1B dean'],
      T4: ['4A form teacher'],
      T5: ['4A dean'],
      T6: ['4B form teacher', '1B dean'],
    },
  },
  'GET /api/teacher-subjects': {
    shows: (body) => listed('form_class_id', 'subject_id')((body as { subjects: unknown }).subjects),
    to: {
      T1: ['1A MATH', '4A MATH', '4B MATH'],
      T2: ['1A ENGL', '1B ENGL', '1B MATH'],
      T3: [],
      T4: [],
      T5: [],
      T6: [],
    },
  },
};

describe('what is one’s own', () => {
  let school: SchoolOfRights;
  beforeAll(async () => {
    school = await startSchoolOfRights();
  });
  afterAll(() => school.school.stop());

  it('is said here for each line of rights.md that speaks of it', () => {
    const lines = rights.filter(({ cells }) => Object.values(cells).includes('own'));
    expect(Object.keys(own).toSorted()).toEqual(lines.map(({ title }) => title).toSorted());
  });

  it.each(Object.entries(own))('is all that %s shows', async (title, { shows, to }) => {
    const right = rights.find((one) => one.title === title);
    const entry = callsWithExamples.find(({ call }) => `${call.method} ${call.path}` === right?.call);
    if (!entry) throw new Error(`There is no example of ${title}`);
    for (const [accountId, expected] of Object.entries(to)) {
      // Students sign in where an option lets them.
      if (accountId.startsWith('student.') && !studentsWhoSignIn.includes(accountId)) continue;
      const client = await clientOfAccount(school.school.url, accountId);
      const { body } = await client.call(entry.call, (school.inputs.get(title) ?? entry.input) as never);
      expect(shows(body), accountId).toEqual(expected);
    }
  });
});
