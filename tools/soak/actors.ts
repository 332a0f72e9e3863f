import { setTimeout as sleep } from 'node:timers/promises';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type PersonAct, timeOfDayAt } from './day.ts';
import type { SavedCell } from './ledger.ts';
import { Person, type SoakProgress } from './person.ts';

/** The term that is current, as the calls name it. */
export interface CurrentTerm {
  year: number;
  term: 1 | 2 | 3;
}

/** One student on a sheet, with the two cells that are typed into. */
interface Row {
  student: { student_id: string; subject_id: string } & CurrentTerm;
  mark: SavedCell | null;
  comment: SavedCell;
}

export interface Staff {
  url: string;
  course: SoakProgress;
  begun: number;
}

const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** One of what is done at this time of the day, by its share. */
function drawn(shares: Partial<Record<PersonAct, number>>): PersonAct {
  const all = Object.entries(shares).flatMap(([doing, share]) => Array<PersonAct>(share).fill(doing as PersonAct));
  return oneOf(all) ?? 'look';
}

/** A day at work: one thing after the other, and the pauses between them. */
async function work({ course, begun }: Staff, who: 'teachers' | 'offices', act: (doing: PersonAct) => Promise<void>) {
  // Not everybody in the same instant.
  await sleep(Math.random() * 2000);
  while (!course.isOver()) {
    const { stretch } = timeOfDayAt(Date.now() - begun);
    if (course.isQuiet()) await sleep(100);
    else {
      await act(drawn(stretch[who]));
      await sleep((stretch.pause[who] * 1000 * (0.5 + Math.random())) / 50);
    }
  }
}

/** Everybody signs in, a few at a time, before the day begins. */
export async function signInEverybody(staff: Staff, userNames: readonly string[]): Promise<Person[]> {
  const people: Person[] = [];
  const left = [...userNames];
  const lane = async () => {
    for (let userName = left.shift(); userName !== undefined; userName = left.shift()) {
      const person = new Person(staff.url, userName, staff.course);
      await currentTerm(person);
      people.push(person);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  return people;
}

async function currentTerm(person: Person): Promise<CurrentTerm | undefined> {
  const answer = await person.ask((client) => client.call(termsContract.readTermOverview, {}));
  const current = answer?.body.current_term;
  return current ? { year: Number(String(current.academic_year_id).slice(0, 4)), term: current.term } : undefined;
}

/** A mark sheet as its teacher opens it. */
async function openSheet(person: Person, lesson: Lesson, term: CurrentTerm): Promise<Row[]> {
  const answer = await person.ask((client) =>
    client.call(markSheetContract.readMarkSheetOfLesson, {
      employee_id: lesson.employee_id,
      subject_id: lesson.subject_id,
      form_level: String(lesson.form_level),
      year: String(term.year),
      term: String(term.term),
      ...(lesson.class_id ? { class_id: lesson.class_id } : { form_classes: lesson.form_classes.join(',') }),
    } as never),
  );
  if (answer?.status !== 200) return [];
  const { data, weightings } = answer.body;
  return data
    .filter(({ registered }) => registered)
    .map(({ student_id, subject_id, exam_mark, comment }) => {
      const subject = `student#${student_id}#${term.year}#${term.term}#${subject_id}`;
      const cells = { mark: { subject, field: 'exam' }, comment: { subject, field: 'comment' } };
      if (weightings.exam) person.saw(cells.mark, exam_mark === null ? null : String(exam_mark));
      person.saw(cells.comment, comment);
      const isOpen = weightings.exam !== null && weightings.exam.max >= 50;
      return { student: { student_id, subject_id, ...term }, ...cells, mark: isOpen ? cells.mark : null };
    });
}

const number = (text: string | null): number | null => (text === null ? null : Number(text));

/** Each of 49 marks once; then comments. */
const mostMarks = 49;

function saveMark(person: Person, { student, mark }: Row): Promise<void> {
  if (!mark) return Promise.resolve();
  return person.save(mark, String, (client, { value, was, key }) =>
    client.call(
      markSheetContract.saveSubjectRecord,
      { ...student, exam_mark: Number(value), was: { exam_mark: number(was) } },
      { 'Idempotency-Key': key },
    ),
  );
}

const saveComment = (person: Person, { student, comment }: Row): Promise<void> =>
  person.save(
    comment,
    (count) => `Works with care, for the ${count}. time.`,
    (client, { value, was, key }) =>
      client.call(
        markSheetContract.saveSubjectRecord,
        { ...student, comment: value, was: { comment: was } },
        { 'Idempotency-Key': key },
      ),
  );

/** A teacher, on one or two devices; on the second one their own values look like somebody else's. */
export async function playTeacher(staff: Staff, person: Person): Promise<void> {
  const term = await currentTerm(person);
  const lessons = await person.ask((client) => client.call(peopleContract.listTeacherLessons, {}));
  const lesson = oneOf(lessons?.body ?? []);
  if (!term || !lesson) return;
  let rows = await openSheet(person, lesson, term);
  const marked = new Map<Row['student']['student_id'], number>();
  await work(staff, 'teachers', async (doing) => {
    const row = oneOf(rows);
    if (doing === 'look' || !row) rows = await openSheet(person, lesson, term);
    else {
      const count = (marked.get(row.student.student_id) ?? 0) + 1;
      marked.set(row.student.student_id, count);
      if (doing === 'mark' && row.mark && count <= mostMarks / 3) await saveMark(person, row);
      else await saveComment(person, row);
    }
  });
}

/** An administrator: corrects what teachers type, keeps the students' addresses, looks at the board and prints. */
export async function playOffice(staff: Staff, person: Person): Promise<void> {
  const term = await currentTerm(person);
  const columns = { columns: 'home_address' } as never;
  const register = await person.ask((client) => client.call(studentRegisterContract.listAllStudents, columns));
  const students = register?.body.current_students?.slice(0, 200).map(({ id }) => id) ?? [];
  const employees = await person.ask((client) => client.call(peopleContract.listEmployees, {}));
  if (!term) return;
  await work(staff, 'offices', async (doing) => {
    if (doing === 'address') return saveAddress(person, oneOf(students));
    if (doing === 'correct') {
      const employee_id = oneOf(employees?.body ?? [])?.employee_id;
      const lessons = await person.ask((client) =>
        client.call(peopleContract.listTeacherLessons, employee_id ? { employee_id } : {}),
      );
      const lesson = oneOf(lessons?.status === 200 ? lessons.body : []);
      const row = lesson && oneOf(await openSheet(person, lesson, term));
      return row ? saveComment(person, row) : undefined;
    }
    const input = { year: String(term.year), term: String(term.term) } as never;
    if (doing === 'board') await person.ask((client) => client.call(termReportsContract.readCompleteness, input));
    else {
      const card = { ...(input as object), studentId: oneOf(students) ?? '' } as never;
      await person.ask((client) => client.call(termReportsContract.printReportCard, card));
    }
  });
}

async function saveAddress(person: Person, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const record = await person.ask((client) => client.call(studentRegisterContract.readStudentRecord, { id }));
  if (record?.status !== 200) return;
  const cell = { subject: `student#${id}`, field: 'home_address' };
  person.saw(cell, record.body.home_address);
  await person.save(
    cell,
    (count) => `${count} Soak Street`,
    (client, { value, was, key }) =>
      client.call(
        studentRegisterContract.saveStudent,
        { id, home_address: value, was: { home_address: was } },
        { 'Idempotency-Key': key },
      ),
  );
}

/** The user names of those who teach, as the office lists them. */
export async function listTeacherUserNames(staff: Staff): Promise<string[]> {
  const person = new Person(staff.url, 'admin', staff.course);
  const employees = await person.ask((client) => client.call(peopleContract.listEmployees, {}));
  return (employees?.body ?? [])
    .filter(({ sign_in, deleted_at, teacher_num }) => {
      // A number above 999 is of somebody who has left.
      const isHere = !deleted_at && teacher_num <= 999;
      return isHere && sign_in !== 'administrator' && sign_in !== 'none';
    })
    .flatMap(({ user_name }) => user_name ?? []);
}
