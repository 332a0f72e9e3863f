import { standsAlone } from '#shared/people/form-level.ts';
import { type BoardRow, lackingOf } from '#shared/term-reports/completeness-calls.ts';
import type { Address } from '../../../place/use-place.ts';
import { placeOf, places } from '../../../session/places.ts';
import type { Session } from '../../../session/session.ts';
import type { Period } from '../period-select.tsx';

/**
 * Address of where a row's gap is closed: the mark sheet of its lesson, the mark book where course marks alone are missing, or the record
 * of a student who lacks something. Null where the user may open none of them.
 */
export function gapLink(
  row: BoardRow,
  session: Session,
  period: Pick<Period, 'year' | 'term' | 'isCurrent' | 'years'>,
): Address | null {
  const isOffice = session.area === 'admin';
  const may = (menu: string) => isOffice && session.permissions.some((permission) => permission.menu === menu);
  const lesson = lessonIdOf(row, period.year);
  const [teacher] = row.teachers;
  // Mark sheets are of the lessons of the year under way.
  if (lesson !== null && teacher && period.year === period.years[0]) {
    const place = { teacher: teacher.employee_id, lesson, term: String(period.term) };
    const isOnlyCourse = lackingOf(row).texts === 0 && (row.exams ?? row.students) === row.students;
    if (isOnlyCourse && lackingOf(row).marks > 0 && may('courseMark')) return placeOf(places.courseMark, place);
    if (may('enterMarks')) return placeOf(places.adminEnterMarks, place);
  }
  if (isOffice && !may('termReports')) return null;
  return placeOf(isOffice ? places.termDetails : places.viewReports, {
    class: row.class_id,
    ...(row.first_missing === null ? {} : { student: row.first_missing }),
    ...(period.isCurrent ? {} : { year: String(period.year), term: String(period.term) }),
  });
}

/** As the lesson picker names a line: a class below form 4, from there on a level. */
const lessonIdOf = ({ subject_id: subjectId, class_id: classId, form_level: level }: BoardRow, year: number) =>
  subjectId === null ? null : `${year}-${subjectId}-${standsAlone(level) ? classId : `L${level}`}`;
