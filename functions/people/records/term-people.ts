import { inParallel } from '../../platform/in-parallel.ts';
import type { Action } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { readItems } from '../../platform/table/table.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { findTermClosure, type Term, type TermLocks, termLocksKey } from '../../school/records/term-locks.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { listLessonsOfClass, listPostHoldersOfClass, readEmployeeNames } from './store.ts';

/**
 * The people and subjects on the documents of a term that is over, as they were called then: later changes of names,
 * titles, lessons and class posts do not change its cards (rule 74). One record a term, written when it is closed or
 * posted, and when another term becomes the current one.
 */
export interface TermPeopleItem extends Term {
  principal: string | null;
  /** "First Last" of the teachers of lessons, by employee id. */
  names: Record<string, string>;
  /** By subject id. */
  subjects: Record<string, SubjectNames>;
  classes: Record<string, ClassPeople>;
}

interface SubjectNames {
  title: string;
  abbr: string;
}

interface ClassPeople {
  /** Employee ids by subject id. */
  teachers: Record<string, string[]>;
  /** Display names; null where the post is not filled. */
  formTeacher: string | null;
  dean: string | null;
}

export const TermPeopleEntity = entity<TermPeopleItem>()({
  name: 'term-people',
  pk: 'term-people',
  sk: 'term#${year}#${term}',
  open: 'the names on the documents of a term, which the act that closes it keeps',
});

export const termPeopleKey = ({ year, term }: Term) => TermPeopleEntity.key({ year, term });

/** What decides whether a term's people are those of today. */
export interface StoredTermState {
  current: Term | undefined;
  register: TermLocks | undefined;
  isPosted: boolean;
}

/** True for the current term while it takes changes and is not posted: its people are those of today. */
export const isTermRunning = ({ year, term }: Term, { current, register, isPosted }: StoredTermState): boolean =>
  current?.year === year && current.term === term && !isPosted && findTermClosure(register, { year, term }) === null;

/** The people of a term that is over; undefined where its people are those of today. One request. */
export async function readPeopleOfEndedTerm({ year, term }: Term): Promise<TermPeopleItem | undefined> {
  const { people, ...stored } = await readItems({
    people: termPeopleKey({ year, term }),
    current: currentPeriodKey(),
    register: termLocksKey(),
  });
  // A posting closes its term.
  return isTermRunning({ year, term }, { ...stored, isPosted: false }) ? undefined : people;
}

/** The people of a class from what is kept of its term. */
export function peopleOfClass({ names, classes }: TermPeopleItem, classId: string) {
  const { teachers = {}, formTeacher = null, dean = null } = classes[classId] ?? {};
  return {
    teachers: new Map(
      Object.entries(teachers).map(([subjectId, ids]) => [
        subjectId,
        ids.map((employeeId) => ({ employeeId, name: names[employeeId] ?? employeeId })),
      ]),
    ),
    formTeacher,
    dean,
  };
}

/** The subjects of a term that is over as they were called in it; one that came since is called as today. */
export const subjectsOfTerm = (
  { subjects }: Pick<TermPeopleItem, 'subjects'>,
  today: ReadonlyMap<string, SubjectNames>,
): ReadonlyMap<string, SubjectNames> => new Map([...today, ...Object.entries(subjects)]);

/**
 * Who taught a subject in classes in a term that is over, by name; the one teacher alone where that is one of them.
 * Undefined where nobody did, or where the term is not over.
 */
export function teacherNamesOfTerm(
  people: TermPeopleItem | undefined,
  { subjectId, classIds, employeeId }: { subjectId: string; classIds: readonly string[]; employeeId: string },
): string | undefined {
  if (!people) return undefined;
  const taught = new Set(classIds.flatMap((classId) => people.classes[classId]?.teachers[subjectId] ?? []));
  const ids = taught.has(employeeId) ? [employeeId] : [...taught];
  return ids.length === 0 ? undefined : ids.map((id) => people.names[id] ?? id).join(', ');
}

/** The holders of a post of a class, as they sign. */
export const holderNames = (
  posts: readonly { as: 'form teacher' | 'dean'; name: string }[],
  as: 'form teacher' | 'dean',
): string | null =>
  posts
    .filter((post) => post.as === as)
    .map(({ name }) => name)
    .join(', ') || null;

/** Two queries each. */
const classesAtOnce = 8;

/**
 * The write that keeps a term's people as they are now, for the transaction that ends the term. None where they are
 * kept already and the term was over before.
 */
export async function keepTermPeopleActions(
  { year, term }: Term,
  { isPosted }: Pick<StoredTermState, 'isPosted'>,
): Promise<Action[]> {
  const stored = await readItems({
    current: currentPeriodKey(),
    register: termLocksKey(),
    people: termPeopleKey({ year, term }),
  });
  if (stored.people && !isTermRunning({ year, term }, { ...stored, isPosted })) return [];
  const { formClasses, principal } = school();
  const classIds = formClasses.map(({ id }) => id);
  const [lessons, posts, names, subjects] = await Promise.all([
    inParallel(classIds, { atOnce: classesAtOnce, does: (classId) => listLessonsOfClass(classId, year) }),
    inParallel(classIds, { atOnce: classesAtOnce, does: (classId) => listPostHoldersOfClass(classId, year) }),
    readEmployeeNames(),
    readSubjectNamesById(),
  ]);
  const teachers = new Set(lessons.flat().map(({ employeeId }) => employeeId));
  return [
    TermPeopleEntity.put({
      year,
      term,
      principal,
      names: Object.fromEntries([...names].filter(([employeeId]) => teachers.has(employeeId))),
      subjects: Object.fromEntries(subjects),
      classes: Object.fromEntries(
        classIds.map((classId, index): [string, ClassPeople] => {
          const taught = Map.groupBy(lessons[index] ?? [], ({ subjectId }) => subjectId);
          const ofClass = posts[index] ?? [];
          return [
            classId,
            {
              teachers: Object.fromEntries(
                [...taught].map(([subjectId, of]) => [subjectId, of.map(({ employeeId }) => employeeId)]),
              ),
              formTeacher: holderNames(ofClass, 'form teacher'),
              dean: holderNames(ofClass, 'dean'),
            },
          ];
        }),
      ),
    }),
  ];
}
