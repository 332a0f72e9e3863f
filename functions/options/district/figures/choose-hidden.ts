import { smallestGroup } from '#shared/options/district/figures-file.ts';
import type { GroupTable } from './group-table.ts';

/**
 * Which groups of a file are hidden (rule 62), so that none of fewer than ten students can be computed.
 *
 * 1. **Small**: a group of 1 to 9 students, or of whom 1 to 9 have the figure that its average is made of.
 * 2. **Hidden forms**: every subject in a hidden form, for a subject that all take would tell how many they are; and
 *    the whole school, from which the other forms could be subtracted.
 * 3. **Earlier**: what an earlier file of the year has hidden stays hidden.
 * 4. **Complementary**: a subject is the sum of its forms. While a hidden form of it can be computed too closely from
 *    what is left, more of the line is hidden: the smallest form that is not there as a whole (that all of form 1 take
 *    English is known at the school, and so is their number), and where there is none, the subject in all forms. A
 *    line of which an earlier file had the total has it again only where the same parts are hidden: the difference of
 *    two totals would be what one of them hides.
 * 5. **Subjects of a form**: as in a line, with the total of the subject, so that no other form is hidden for it.
 *
 * Too closely: the students that a part may have, by all that is shown, are not at least eleven numbers
 * (`boundsInLine`). And all that a line hides has an average of nobody, or of ten students at least. Lines are judged
 * one by one, which is exact: where a form is hidden nothing bounds it, and where none is they have nothing unknown in
 * common.
 */
export function chooseHidden(table: GroupTable<Counted>, earlier: EarlierFiles): ReadonlySet<string> {
  const { school, levels, subjects } = table;
  const isHidden = (key: string, { students, counted }: Counted) =>
    isSmall(students) || isSmall(counted) || earlier.hidden.has(key);
  const hiddenLevels = new Set([...levels].flatMap(([level, one]) => (isHidden(levelKey(level), one) ? [level] : [])));
  const hidden = new Set([...hiddenLevels].map(levelKey));
  const formsNow = [...hiddenLevels].map(levelKey);
  if (isHidden(schoolKey, school) || formsNow.length > 0 || isOtherThanEarlier(schoolLine, { now: formsNow, earlier }))
    hidden.add(schoolKey);
  for (const [id, { all, levels: of }] of subjects) {
    const parts = [...of].map(
      ([level, one]): Part => ({
        ...one,
        key: cellKey(id, level),
        most: hiddenLevels.has(level) ? Number.POSITIVE_INFINITY : (levels.get(level)?.students ?? 0),
      }),
    );
    const isTotalHidden = isHidden(subjectKey(id), all);
    const first = parts.filter(({ key, most, ...one }) => most === Number.POSITIVE_INFINITY || isHidden(key, one));
    const line = { id, parts, hidden: new Set(first.map(({ key }) => key)), isTotalHidden };
    for (const key of hideInLine(line, earlier)) hidden.add(key);
  }
  for (const [level, { students: most }] of levels) {
    if (hiddenLevels.has(level)) continue;
    const parts = [...subjects].flatMap(([id, { levels: of }]) => {
      const one = of.get(level);
      return one ? [{ ...one, id, key: cellKey(id, level), most }] : [];
    });
    for (const id of hideInForm(parts, hidden)) hidden.add(cellKey(id, level)).add(subjectKey(id));
  }
  return hidden;
}

/**
 * Subjects that are hidden of a form beside those that are: where everybody takes as many subjects, which the school
 * knows, all numbers of a form have a sum, and its averages too. A whole form hides nothing, and without another one
 * not everybody takes as many.
 */
function hideInForm(parts: readonly (Part & { id: string })[], hidden: ReadonlySet<string>): string[] {
  const own = parts.filter(({ key }) => hidden.has(key));
  const others = parts
    .filter(({ key, students, most }) => !hidden.has(key) && students < most)
    .sort((a, b) => a.students - b.students);
  const added: string[] = [];
  while (isTold(own)) {
    const complement = others.shift();
    if (!complement) break;
    own.push(complement);
    added.push(complement.id);
  }
  return added;
}

/** Whether what is hidden of a sum that is known can be computed too closely. */
const isTold = (hidden: readonly Part[]): boolean =>
  isSmall(hidden.reduce((sum, { counted }) => sum + counted, 0)) || hidden.some((part) => isClose(part, hidden));

/** How many students a group has, and how many of them have the figure that its average is made of. */
export interface Counted {
  students: number;
  counted: number;
}

/** What the files of the year have had: keys of groups. */
export interface EarlierFiles {
  hidden: ReadonlySet<string>;
  /** Of the school and of subjects that a file has shown. */
  shownTotals: ReadonlySet<string>;
}

/** A subject in a form. */
interface Part extends Counted {
  key: string;
  /** Students of the form; infinite where the form is hidden. */
  most: number;
}

export const schoolKey = 'school';
export const levelKey = (level: number): string => `level\n${level}`;
/** By its id: a subject that is renamed within the year is the same. No id has a line break. */
export const subjectKey = (id: string): string => `subject\n${id}`;
export const cellKey = (id: string, level: number): string => `${subjectKey(id)}\n${level}`;

/** A total, and what the keys of its parts begin with. */
const schoolLine = { total: schoolKey, prefix: 'level\n' };
const subjectLine = (id: string) => ({ total: subjectKey(id), prefix: `${subjectKey(id)}\n` });

const isSmall = (people: number): boolean => people > 0 && people < smallestGroup;

/** Whether an earlier file had the total of a line, and not the same parts hidden. */
function isOtherThanEarlier(
  { total, prefix }: { total: string; prefix: string },
  { now, earlier }: { now: readonly string[]; earlier: EarlierFiles },
): boolean {
  if (!earlier.shownTotals.has(total)) return false;
  const then = [...earlier.hidden].filter((key) => key.startsWith(prefix));
  return then.length !== now.length || now.some((key) => !earlier.hidden.has(key));
}

interface Line {
  /** Of the subject. */
  id: string;
  parts: readonly Part[];
  /** Keys of parts that are hidden for a reason of their own. */
  hidden: ReadonlySet<string>;
  isTotalHidden: boolean;
}

/** The keys that are hidden of a subject. */
function hideInLine({ id, parts, ...line }: Line, earlier: EarlierFiles): ReadonlySet<string> {
  const total = subjectKey(id);
  const hidden = new Set(line.hidden);
  const isOther = isOtherThanEarlier(subjectLine(id), { now: [...hidden], earlier });
  if (line.isTotalHidden || isOther) return hidden.add(total);
  const isKnown = earlier.shownTotals.has(total);
  for (;;) {
    const own = parts.filter(({ key }) => hidden.has(key));
    if (!isTold(own)) return hidden;
    const others = parts.filter(({ key, students, most }) => !hidden.has(key) && students < most);
    const [complement] = others.sort((a, b) => a.students - b.students);
    // Parts that an earlier file has shown hide nothing.
    if (!complement || isKnown) return hidden.add(total);
    hidden.add(complement.key);
  }
}

/** A subject has no more students than its form, which is shown: of a form of ten no more than ten numbers are left. */
function isClose(part: Part, hidden: readonly Part[]): boolean {
  const { least, most } = boundsInLine(part, hidden);
  return most - least < Math.min(smallestGroup, part.most - 1);
}

/**
 * What can be computed of a hidden part from a total that is shown: the hidden parts of a line have together what the
 * shown ones leave of it, each has one student at least, and no more than its form.
 */
export function boundsInLine(part: Part, hidden: readonly Part[]): { least: number; most: number } {
  const left = hidden.reduce((sum, { students }) => sum + students, 0);
  const others = hidden.filter(({ key }) => key !== part.key);
  return {
    least: Math.max(1, left - others.reduce((sum, { most }) => sum + most, 0)),
    most: Math.min(part.most, left - others.length),
  };
}
