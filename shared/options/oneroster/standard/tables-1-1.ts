import { boolean, type Column, columns, date, float, list, may, must, oneOf, to } from './column.ts';
import { tables12 } from './tables-1-2.ts';

/** Columns as in 1.2, without words of one's own. */
const as12 = (table: keyof typeof tables12): readonly Column[] =>
  tables12[table].map((column) => ({ ...column, mayExtend: false }));

const roles = ['administrator', 'aide', 'guardian', 'parent', 'proctor', 'relative', 'student', 'teacher'];

/**
 * The files of OneRoster 1.1 (CSV tables 1.1.1), in the order of its manifest. Words of one's own are not in 1.1. What
 * is else as in 1.2 is taken from there.
 */
export const tables11 = {
  academicSessions: as12('academicSessions'),
  categories: columns(must('title')),
  classes: as12('classes'),
  classResources: as12('classResources'),
  courses: as12('courses'),
  courseResources: as12('courseResources'),
  demographics: as12('demographics').map((column) =>
    column.name === 'sex' ? may('sex', oneOf('male', 'female')) : column,
  ),
  enrollments: as12('enrollments'),
  lineItems: columns(
    must('title'),
    may('description'),
    must('assignDate', date),
    must('dueDate', date),
    must('classSourcedId', to('classes')),
    must('categorySourcedId', to('categories')),
    must('gradingPeriodSourcedId', to('academicSessions')),
    must('resultValueMin', float),
    must('resultValueMax', float),
  ),
  orgs: as12('orgs'),
  resources: as12('resources'),
  results: columns(
    must('lineItemSourcedId', to('lineItems')),
    must('studentSourcedId', to('users')),
    must('scoreStatus', oneOf('exempt', 'fully graded', 'not submitted', 'partially graded', 'submitted')),
    must('score', float),
    must('scoreDate', date),
    may('comment'),
  ),
  users: columns(
    must('enabledUser', boolean),
    must('orgSourcedIds', list(to('orgs'))),
    must('role', oneOf(...roles)),
    must('username'),
    may('userIds', list()),
    must('givenName'),
    must('familyName'),
    may('middleName'),
    may('identifier'),
    may('email'),
    may('sms'),
    may('phone'),
    may('agentSourcedIds', list(to('users'))),
    may('grades', list()),
    may('password'),
  ),
} as const;
