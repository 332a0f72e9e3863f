import { isTaughtByClass } from '#shared/people/form-level.ts';
import { markBookPageKey } from '../../../marks/records/course-work.ts';
import { entity } from '../../../platform/table/entity.ts';

/** What a hand-over did with one row of lessons, and all that its undo needs. The undo deletes it. */
export interface HandedOverItem {
  /** The key of the job. */
  key: string;
  /** The line of lessons: "2025-MATH-L4". */
  row: string;
  from: string;
  to: string;
  year: number;
  subjectId: string;
  formLevel: number;
  /** Classes that the other teacher got, and those that both had. */
  given: string[];
  shared: string[];
  /** Terms whose page of the mark book moved whole; in the others its lines moved to the other teacher's page. */
  whole: number[];
  /**
   * Students whose teacher changed with it; whose record of the term did; and `student#term` of lines that changed
   * page.
   */
  assigned?: string[] | undefined;
  entered?: string[] | undefined;
  turned?: string[] | undefined;
  /** The undo has begun: the lessons are back, and the records follow. */
  isGoingBack?: boolean | undefined;
}

export const HandedOverEntity = entity<HandedOverItem>()({
  name: 'handed-over',
  pk: 'hand-over#${key}',
  sk: 'row#${row}',
  sets: ['assigned', 'entered', 'turned'],
});

export const handedOverKey = (key: string, row: string) => HandedOverEntity.key({ key, row });

/** What a hand-over has done and not taken back. One query. */
export async function listHandedOver(key: string): Promise<HandedOverItem[]> {
  return HandedOverEntity.query({ key });
}

/** The input of the job. */
export interface HandOverInput {
  year: number;
  /** The current term, whose entries move too. */
  term: 1 | 2 | 3;
  from: string;
  to: string;
  fromName: string;
  toName: string;
  /** Name of each row: "Mathematics 1A". */
  names: Record<string, string>;
  /** The key of the undoable action. */
  act: string;
}

export const termNumbers = [1, 2, 3] as const;

/** A teacher's page of the mark book in a term; undefined where a class has one page for all its teachers. */
export function teacherPageKey(
  { year, subjectId, formLevel }: Pick<HandedOverItem, 'year' | 'subjectId' | 'formLevel'>,
  employeeId: string,
  term: 1 | 2 | 3,
): string | undefined {
  return isTaughtByClass(formLevel)
    ? undefined
    : markBookPageKey({ year, term, subjectId, formLevel, classId: '', employeeId });
}
