import type { BlockOf, CardLayout, LayoutPage, SubjectColumn } from './card-layout.ts';
import { listBlocks } from './edit-layout.ts';
import { inWordsLayout } from './shipped-layouts.ts';

type Subjects = BlockOf<'subjects'>;
type Groups = NonNullable<Subjects['groups']>;

/** The subject table of a layout; undefined where it has none. */
export const subjectTableOf = (layout: CardLayout): Subjects | undefined =>
  listBlocks(layout).flatMap(({ block }) => (block.block === 'subjects' ? [block] : []))[0];

/** Changes the subject table, where the layout has one. Pure. */
function changeSubjects(layout: CardLayout, change: (table: Subjects) => Subjects): CardLayout {
  const changed = (rows: LayoutPage): LayoutPage =>
    rows.map((row) => row.map((block) => (block.block === 'subjects' ? change(block) : block)));
  return { ...layout, front: changed(layout.front), back: layout.back && changed(layout.back) };
}

/** A list with one of its entries at another place. Pure. */
export function movedInList<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return moved;
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** A column at a place from 0 on. Pure. */
export const placeColumn = (layout: CardLayout, name: SubjectColumn, to: number): CardLayout =>
  changeSubjects(layout, (table) => ({
    ...table,
    columns: movedInList(
      table.columns,
      table.columns.findIndex(({ column }) => column === name),
      to,
    ),
  }));

/** A column one step to the left or right. Pure. */
export const moveColumn = (layout: CardLayout, name: SubjectColumn, by: -1 | 1): CardLayout => {
  const columns = subjectTableOf(layout)?.columns ?? [];
  return placeColumn(layout, name, columns.findIndex(({ column }) => column === name) + by);
};

/**
 * With a column at the right, or without it; the last one stays. The total in words comes with the words for marks, and
 * goes with them. Pure.
 */
export function switchColumn(layout: CardLayout, name: SubjectColumn, isOn: boolean): CardLayout {
  const changed = changeSubjects(layout, (table) => {
    const others = table.columns.filter(({ column }) => column !== name);
    if (isOn)
      return others.length < table.columns.length ? table : { ...table, columns: [...others, { column: name }] };
    return others.length === 0 ? table : { ...table, columns: others };
  });
  if (name !== 'totalInWords') return changed;
  const hasIt = subjectTableOf(changed)?.columns.some(({ column }) => column === name) ?? false;
  return { ...changed, marksInWords: hasIt ? (layout.marksInWords ?? inWordsLayout.marksInWords) : null };
}

/** With a heading of the school's own, as it is typed; a blank one is ours again. Pure. */
export const renameColumn = (layout: CardLayout, name: SubjectColumn, heading: string): CardLayout =>
  changeSubjects(layout, (table) => ({
    ...table,
    columns: table.columns.map((one) =>
      one.column === name ? { column: name, ...(heading.trim() === '' ? {} : { heading }) } : one,
    ),
  }));

/** Groups without those that have lost their subjects; null where none is left. */
const changeGroups = (layout: CardLayout, change: (groups: Groups) => Groups): CardLayout =>
  changeSubjects(layout, (table) => {
    const groups = change(table.groups ?? []).filter(({ subjects }) => subjects.length > 0);
    return { ...table, groups: groups.length === 0 ? null : groups };
  });

/** Groups at most, and subjects of one. */
const mostGroups = 20;
const mostSubjects = 60;

/** With one more group, of a subject that no group has. Pure. */
export const addGroup = (layout: CardLayout, subject: string): CardLayout =>
  changeGroups(layout, (groups) =>
    groups.length >= mostGroups ? groups : [...groups, { heading: null, subjects: [subject] }],
  );

/** Its heading as it is typed; a blank one is none. Pure. */
export const renameGroup = (layout: CardLayout, group: number, heading: string): CardLayout =>
  changeGroups(layout, (groups) =>
    groups.map((one, index) => (index === group ? { ...one, heading: heading.trim() === '' ? null : heading } : one)),
  );

/** A group at a place from 0 on. Pure. */
export const placeGroup = (layout: CardLayout, group: number, to: number): CardLayout =>
  changeGroups(layout, (groups) => movedInList(groups, group, to));

/** Without a group: its subjects follow the others by title. Pure. */
export const removeGroup = (layout: CardLayout, group: number): CardLayout =>
  changeGroups(layout, (groups) => groups.filter((_, index) => index !== group));

/** A subject in a group, at its end or before one of its subjects, and in no other. Null takes it out of all. Pure. */
export const placeSubject = (
  layout: CardLayout,
  subject: string,
  to: { group: number; before?: number } | null,
): CardLayout =>
  changeGroups(layout, (groups) => {
    const target = to && groups[to.group];
    if (to && (!target || (target.subjects.length >= mostSubjects && !target.subjects.includes(subject))))
      return groups;
    return groups.map((one, index) => {
      const others = one.subjects.filter((id) => id !== subject);
      if (index !== to?.group) return { ...one, subjects: others };
      const place = to.before ?? others.length;
      return { ...one, subjects: [...others.slice(0, place), subject, ...others.slice(place)] };
    });
  });
