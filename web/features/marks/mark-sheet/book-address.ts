import type { Lesson } from '#shared/people/contract.ts';
import type { Address } from '../../../place/use-place.ts';
import { placeOf, places } from '../../../session/places.ts';
import type { Session } from '../../../session/session.ts';

/** Address of the mark book page that a lesson's course marks come from; null where the user may not open it. */
export function bookAddress(session: Session, lesson: Lesson, term: 1 | 2 | 3): Address | null {
  const place = { lesson: lesson.id, term: String(term) };
  if (session.area === 'staff') return lesson.employee_id === session.id ? placeOf(places.markBook, place) : null;
  const mayOpen = session.permissions.some(({ menu }) => menu === 'courseMark');
  return mayOpen ? placeOf(places.courseMark, { ...place, teacher: lesson.employee_id }) : null;
}
