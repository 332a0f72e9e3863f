import type { Assessment, MarkBookStudent } from '#shared/marks/mark-book/contract.ts';
import { defaultAssessments } from '#shared/marks/mark-book/messages.ts';
import { percentageTotal } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import { type AssessmentItem, ownAndEarlier, sumsOf, type WorkMark } from '../records/course-work.ts';
import { toCourseWork } from '../records/record-mapper.ts';

export function toAssessment(number: number, item: Partial<AssessmentItem> | undefined): Assessment {
  return {
    id: String(number),
    assesment_number: number,
    topic: item?.topic ?? null,
    date: item?.date ?? null,
    total: item?.total ?? null,
    weighting: item?.weighting ?? null,
  };
}

/** A page's assessments: the first five always, the others as stored and not deleted. */
export function pageAssessments(items: readonly AssessmentItem[]): Assessment[] {
  const present = items.filter(({ deletedAt }) => deletedAt === undefined);
  const stored = new Map(present.map((item) => [item.number, item]));
  const defaults = Array.from({ length: defaultAssessments }, (_, index) => index + 1);
  return [...new Set([...defaults, ...stored.keys()])]
    .sort((a, b) => a - b)
    .map((number) => toAssessment(number, stored.get(number)));
}

export function toStudent(
  student: { studentId: string; firstName: string; lastName: string; classId: string },
  marks: Record<string, WorkMark>,
  scheme: Scheme,
): MarkBookStudent {
  const { own, earlier } = ownAndEarlier(marks);
  return {
    id: student.studentId,
    first_name: student.firstName,
    last_name: student.lastName,
    class_id: student.classId,
    marks: Object.fromEntries(
      Object.entries(own).flatMap(([number, { mark }]) => (mark === null ? [] : [[number, mark]])),
    ),
    notes: Object.fromEntries(Object.entries(own).flatMap(([number, { note }]) => (note ? [[number, note.text]] : []))),
    earlier: toCourseWork(sumsOf(earlier)),
    percentage: percentageTotal(sumsOf(marks), scheme),
  };
}
