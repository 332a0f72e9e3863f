import type { Mark } from '#shared/marks/mark-words.ts';
import { isCounted } from '#shared/marks/marks.ts';

/** A student of a term with what is counted, from records or from the posted copy; no name and no id. */
export interface CountedStudent {
  level: number;
  /** As the report has it; null without any mark. */
  average: string | null;
  hasRemark: boolean;
  subjects: readonly { id: string; title: string; total: Mark | null; hasComment: boolean }[];
}

/** What is known of a group before anything of it is hidden. */
export interface Group {
  students: number;
  /** The figures that the average is made of, one a student. */
  figures: number[];
  marks: { due: number; entered: number };
  texts: { due: number; entered: number };
}

/** Every group that a file has: the school, its forms, subjects by id, and subjects in forms. */
export interface GroupTable<G = Group> {
  school: G;
  levels: ReadonlyMap<number, G>;
  subjects: ReadonlyMap<string, { title: string; all: G; levels: ReadonlyMap<number, G> }>;
}

const none = (): Group => ({
  students: 0,
  figures: [],
  marks: { due: 0, entered: 0 },
  texts: { due: 0, entered: 0 },
});

const count = (of: Group['marks'], isEntered: boolean): void => {
  of.due += 1;
  if (isEntered) of.entered += 1;
};

/** Counts students by form and subject, forms in order and subjects by title. Pure. */
export function countGroups(students: readonly CountedStudent[]): GroupTable {
  const school = none();
  const levels = new Map<number, Group>();
  const subjects = new Map<string, { title: string; all: Group; levels: Map<number, Group> }>();
  for (const student of students) {
    const ofLevel = levels.get(student.level) ?? none();
    levels.set(student.level, ofLevel);
    for (const group of [school, ofLevel]) {
      group.students += 1;
      if (student.average !== null) group.figures.push(Number(student.average));
      count(group.texts, student.hasRemark);
    }
    for (const { id, title, total, hasComment } of student.subjects) {
      const subject = subjects.get(id) ?? { title, all: none(), levels: new Map<number, Group>() };
      subjects.set(id, subject);
      const inLevel = subject.levels.get(student.level) ?? none();
      subject.levels.set(student.level, inLevel);
      for (const group of [subject.all, inLevel]) {
        group.students += 1;
        if (isCounted(total)) group.figures.push(total);
        count(group.texts, hasComment);
      }
      // As on the board of completeness, a subject without a total lacks its mark; Abs and Ex are marks.
      for (const group of [school, ofLevel, subject.all, inLevel]) count(group.marks, total !== null);
    }
  }
  const titles = [...subjects.values()].map(({ title }) => title);
  // Two subjects of one name are two lines.
  const titleOf = (id: string, title: string) =>
    titles.filter((one) => one === title).length > 1 ? `${title} (${id})` : title;
  const byLevel = <G>(groups: ReadonlyMap<number, G>) => new Map([...groups].sort(([a], [b]) => a - b));
  return {
    school,
    levels: byLevel(levels),
    subjects: new Map(
      [...subjects]
        .sort(([a, { title: ofA }], [b, { title: ofB }]) => ofA.localeCompare(ofB, 'en') || (a < b ? -1 : 1))
        .map(([id, { title, all, levels: of }]) => [id, { title: titleOf(id, title), all, levels: byLevel(of) }]),
    ),
  };
}
