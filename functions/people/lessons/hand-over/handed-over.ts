import type { EntityItem } from 'electrodb';
import { standsAlone } from '#shared/people/form-level.ts';
import { pageKey } from '../../../marks/records/course-work.ts';
import { entity, itemKey } from '../../../platform/table/table.ts';

/** What a hand-over did with one row of lessons, and all that is needed to take it back. It is gone once that was done. */
export const HandedOver = entity({
  model: { entity: 'handed-over', version: '1', service: 'formroom' },
  attributes: {
    /** The key of the job. */
    key: { type: 'string', required: true },
    /** The line of lessons: "2025-MATH-L4". */
    row: { type: 'string', required: true },
    from: { type: 'string', required: true },
    to: { type: 'string', required: true },
    year: { type: 'number', required: true },
    subjectId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    /** Classes that the other teacher got, and those that both had. */
    given: { type: 'list', items: { type: 'string' }, required: true },
    shared: { type: 'list', items: { type: 'string' }, required: true },
    /** Terms whose page of the mark book went along whole; in the others its lines turned to the other teacher's page. */
    whole: { type: 'list', items: { type: 'number' }, required: true },
    /** Students whose own teacher changed with it; whose record of the term did; and `student#term` of lines that turned. */
    assigned: { type: 'set', items: 'string' },
    entered: { type: 'set', items: 'string' },
    turned: { type: 'set', items: 'string' },
    /** The lessons are back, and the rest follows. */
    isGoingBack: { type: 'boolean' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['key'], template: 'hand-over#${key}', casing: 'none' },
      sk: { field: 'sk', composite: ['row'], template: 'row#${row}', casing: 'none' },
    },
  },
});

export type HandedOverItem = EntityItem<typeof HandedOver>;

export const handedOverKey = (key: string, row: string) => itemKey(HandedOver, { key, row });

/** What a hand-over has done and not taken back. One query. */
export async function handedOverOf(key: string): Promise<HandedOverItem[]> {
  const { data } = await HandedOver.query.record({ key }).go({ pages: 'all', consistent: true });
  return data;
}

/** What the job is told. */
export interface HandOverInput {
  year: number;
  /** The current term: whose entries follow. */
  term: 1 | 2 | 3;
  from: string;
  to: string;
  fromName: string;
  toName: string;
  /** Name of each row: "Mathematics 1A". */
  names: Record<string, string>;
  /** Names the act in the list of what can be undone. */
  act: string;
}

export const terms = [1, 2, 3] as const;

/** A teacher's page of the mark book in a term; undefined where a class has one page for all its teachers. */
export function pageOfTeacher(
  { year, subjectId, formLevel }: Pick<HandedOverItem, 'year' | 'subjectId' | 'formLevel'>,
  employeeId: string,
  term: 1 | 2 | 3,
): string | undefined {
  return standsAlone(formLevel) ? undefined : pageKey({ year, term, subjectId, formLevel, classId: '', employeeId });
}
